import type { Order } from '@shop/contract/orders';
import { useState } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { StarsInput } from '../../../ui/forms/stars-input.tsx';
import { useFocusWhileBusy } from '../../../ui/forms/use-focus-while-busy.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { rateOrder } from '../order.slice.ts';

/** Lets the buyer rate the product of an order. */
export function RateOrder({ order }: { order: Pick<Order, '_id' | 'rating'> }) {
  const dispatch = useAppDispatch();
  const [stars, setStars] = useState(order.rating?.stars ?? null);
  const [worked, setWorked] = useState(order.rating?.worked ?? true);
  const [isBusy, setIsBusy] = useState(false);
  useFocusWhileBusy(isBusy);

  async function save() {
    if (stars === null) return;
    setIsBusy(true);
    const outcome = await dispatch(rateOrder({ id: order._id, stars, worked }));
    setIsBusy(false);
    if (rateOrder.fulfilled.match(outcome)) toast('Thank you, your rating is saved.', { tone: 'success' });
    else toast(outcome.payload?.message ?? 'Your rating could not be saved.', { tone: 'error' });
  }

  return (
    <section className="grid gap-3">
      <StarsInput legend="Rate this product" value={stars} onChange={setStars} isDisabled={isBusy} />
      <CheckboxField
        label="The code worked"
        checked={worked}
        onChange={(event) => setWorked(event.currentTarget.checked)}
      />
      <div>
        <Button
          size="sm"
          variant="secondary"
          onClick={save}
          disabled={stars === null}
          isBusy={isBusy}
          busyText="Saving…"
        >
          {order.rating ? 'Change rating' : 'Save rating'}
        </Button>
      </div>
    </section>
  );
}
