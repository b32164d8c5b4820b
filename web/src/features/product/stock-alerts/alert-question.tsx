import type { AlertLink } from '@shop/contract/stock';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

type AlertQuestionProps = { alert: AlertLink; isBusy: boolean; onEnd: () => void };

export const AlertQuestion = ({ alert: { product, isSet }, isBusy, onEnd }: AlertQuestionProps) => (
  <div role="status">
    <EmptyState
      heading="h1"
      title={isSet ? 'Stop waiting for this product?' : 'We will not send you a mail about this product'}
      hint={product.title}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {isSet && (
            <Button isBusy={isBusy} busyText="Ending…" onClick={onEnd}>
              End the alert
            </Button>
          )}
          <LinkButton to={urls.product(product._id)} variant="secondary">
            See the product
          </LinkButton>
        </span>
      }
    />
  </div>
);
