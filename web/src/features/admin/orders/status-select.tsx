import { type PaymentStatus, paymentStatuses } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import { type KeyboardEvent, useRef } from 'react';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { paymentStatusWords, shortOrderId } from './order-words.ts';

type StatusSelectProps = {
  order: AdminOrder;
  isBusy: boolean;
  onChoose: (order: AdminOrder, status: PaymentStatus, isByKey: boolean) => void;
};

const choosingKey = /^(Arrow.*|Page.*|Home|End|.)$/;

/** The status it has, and those that it can have next. */
const optionsOf = ({ paymentStatus, nextPaymentStatuses }: AdminOrder) =>
  paymentStatuses
    .filter((value) => value === paymentStatus || nextPaymentStatuses.includes(value))
    .map((value) => ({ value, label: paymentStatusWords[value] }));

/**
 * A key would choose in the closed list at once, and complete an order on the way to Failed: it opens the list, as it does
 * on a Mac, and walks there. What is chosen by key is always asked about: in some browsers Escape takes it as Enter does.
 */
export function StatusSelect({ order, isBusy, onChoose }: StatusSelectProps) {
  const isByKey = useRef(false);
  function openList(event: KeyboardEvent<HTMLSelectElement>) {
    isByKey.current = true;
    const { key, ctrlKey, metaKey, currentTarget } = event;
    // Where a list cannot be opened from here, it opens by itself.
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
