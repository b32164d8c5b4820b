import { formatRupees } from '@shop/contract/money';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { PurchaseNotice } from './purchase-notice.ts';

type PurchaseAlertProps = {
  notice: PurchaseNotice;
  /** The current price × quantity in rupees, which a retry would cost. */
  amount: number;
  onRetry: () => void;
  onClose: () => void;
};

/** A modal dialog that explains a failed purchase and offers the next step. */
export function PurchaseAlert({ notice, amount, onRetry, onClose }: PurchaseAlertProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={notice.title ?? 'Your order was not completed'}
      role="alertdialog"
      size="sm"
      hasCloseButton={false}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {(notice.nextStep === 'retry' || notice.nextStep === 'new-price') && (
            <Button
              onClick={() => {
                onClose();
                onRetry();
              }}
            >
              {notice.nextStep === 'new-price' ? `Buy at ${formatRupees(amount)}` : 'Try again'}
            </Button>
          )}
          {notice.nextStep === 'orders' && <LinkButton to={urls.myOrders}>My Orders</LinkButton>}
        </>
      }
    >
      <p>{notice.text}</p>
      {notice.hint && <p className="mt-2 text-muted">{notice.hint}</p>}
    </Modal>
  );
}
