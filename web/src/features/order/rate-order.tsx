import type { Order } from '@shop/contract/orders';
import { useState } from 'react';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { StarsInput } from '../../ui/stars-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useFocusWhileBusy } from '../../ui/use-focus-while-busy.ts';
import { rateOrder } from './order.slice.ts';

/** Where a product's rating comes from: those who bought it. */
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
