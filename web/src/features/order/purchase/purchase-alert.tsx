import { formatRupees } from '@shop/contract/money';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { PurchaseProblem } from './purchase-problem.ts';

type PurchaseAlertProps = {
  problem: PurchaseProblem;
  /** The current price × quantity in rupees, which a retry would cost. */
  amount: number;
  onRetry: () => void;
  onClose: () => void;
};

/** A modal dialog that explains a failed purchase and offers the next step. */
export function PurchaseAlert({ problem, amount, onRetry, onClose }: PurchaseAlertProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={problem.title ?? 'Your order was not completed'}
      role="alertdialog"
      size="sm"
      hasCloseButton={false}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {(problem.nextStep === 'retry' || problem.nextStep === 'new-price') && (
            <Button
              onClick={() => {
                onClose();
                onRetry();
              }}
            >
              {problem.nextStep === 'new-price' ? `Buy at ${formatRupees(amount)}` : 'Try again'}
            </Button>
          )}
          {problem.nextStep === 'orders' && <LinkButton to={urls.myOrders}>My Orders</LinkButton>}
        </>
      }
    >
      <p>{problem.text}</p>
      {problem.hint && <p className="mt-2 text-muted">{problem.hint}</p>}
    </Modal>
  );
}
