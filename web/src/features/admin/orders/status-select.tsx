import { type PaymentStatus, paymentStatuses } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import { type KeyboardEvent, useRef } from 'react';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { paymentStatusLabels, shortOrderId } from './order-labels.ts';

type StatusSelectProps = {
  order: AdminOrder;
  isBusy: boolean;
  onChoose: (order: AdminOrder, status: PaymentStatus, isByKey: boolean) => void;
};

const choosingKey = /^(Arrow.*|Page.*|Home|End|.)$/;

/** The current status and the statuses that may follow it. */
const optionsOf = ({ paymentStatus, nextPaymentStatuses }: AdminOrder) =>
  paymentStatuses
    .filter((value) => value === paymentStatus || nextPaymentStatuses.includes(value))
    .map((value) => ({ value, label: paymentStatusLabels[value] }));

/**
 * In a closed list a key would choose at once, and could complete an order on the way to Failed. So keys open the list.
 * A choice by key always needs confirmation, because Escape confirms it in some browsers.
 */
export function StatusSelect({ order, isBusy, onChoose }: StatusSelectProps) {
  const isByKey = useRef(false);
  function openList(event: KeyboardEvent<HTMLSelectElement>) {
    isByKey.current = true;
    const { key, ctrlKey, metaKey, currentTarget } = event;
    // Without showPicker the browser opens the list itself.
    if (!choosingKey.test(key) || ctrlKey || metaKey || !currentTarget.showPicker) return;
    event.preventDefault();
    currentTarget.showPicker();
  }
  return (
    <SelectField
      isLabelHidden
      size="sm"
      label={`Payment status of ${shortOrderId(order._id)}`}
      value={order.paymentStatus}
      options={optionsOf(order)}
      disabled={isBusy}
      onPointerDown={() => {
        isByKey.current = false;
      }}
      onKeyDown={openList}
      onChange={(event) => onChoose(order, event.target.value as PaymentStatus, isByKey.current)}
    />
  );
}
