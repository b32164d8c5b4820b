import type { Order, RevealedGoods } from '@shop/contract/orders';
import { useState } from 'react';
import { failureOf } from '../../lib/api.ts';
import { formatTime } from '../../lib/dates.ts';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Voucher } from '../../ui/voucher.tsx';
import { GoodsLines } from './goods-lines.tsx';
import { revealOrder } from './order.slice.ts';

/** The code: masked until asked for, then torn off the stub and one tap away from the clipboard. */
export function Goods({ order }: { order: Pick<Order, '_id' | 'quantity' | 'revealedAt'> }) {
  const dispatch = useAppDispatch();
  const [goods, setGoods] = useState<RevealedGoods | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function reveal() {
    setIsBusy(true);
    setError(null);
    const outcome = await dispatch(revealOrder(order._id));
    setIsBusy(false);
    if (revealOrder.fulfilled.match(outcome)) setGoods(outcome.payload.data);
    else setError(outcome.payload?.message ?? failureOf(outcome.error).message);
  }

  return (
    <Voucher
      isTorn={goods !== null}
      stub={
        <div className="grid gap-3 p-4">
          {goods ? (
            <GoodsLines items={goods.items} />
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <span aria-hidden="true" className="font-mono text-17 tracking-widest">
                •••• •••• ••••
              </span>
              <Button size="sm" onClick={reveal} isBusy={isBusy} busyText="Revealing…">
                {order.quantity === 1 ? 'Reveal code' : 'Reveal codes'}
              </Button>
            </div>
          )}
          {error && <Banner tone="error">{error}</Banner>}
        </div>
      }
    >
      <div className="p-4">
        <p className="font-semibold">{order.quantity === 1 ? 'Your code' : `Your ${order.quantity} codes`}</p>
        <p className="text-13 text-muted">
          {order.revealedAt
            ? `Last revealed ${formatTime(order.revealedAt)}.`
            : 'Hidden until you ask for it; each reveal is recorded.'}
        </p>
      </div>
    </Voucher>
  );
}
