import type { Order, RevealedGoods } from '@shop/contract/orders';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { failureOf } from '../../../lib/api.ts';
import { formatTime } from '../../../lib/format/dates.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { isFocusFree } from '../../../ui/navigation/is-focus-free.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Voucher } from '../../../ui/pictures/voucher.tsx';
import { revealOrder } from '../order.slice.ts';
import { GoodsLines } from './goods-lines.tsx';

/** The codes of an order: masked until the buyer reveals them, then with copy buttons and a button to hide them. */
export function Goods({ order }: { order: Pick<Order, '_id' | 'quantity' | 'revealedAt'> }) {
  const dispatch = useAppDispatch();
  const [goods, setGoods] = useState<RevealedGoods | null>(null);
  /** Newer than `order.revealedAt`, because the order is not loaded again after a reveal. */
  const [revealedAt, setRevealedAt] = useState(order.revealedAt);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const stub = useRef<HTMLDivElement>(null);
  const isOne = order.quantity === 1;

  /** Moves the focus to the first new button, because the focused one disappears. */
  function show(next: RevealedGoods | null) {
    flushSync(() => setGoods(next));
    if (isFocusFree()) stub.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }

  async function reveal() {
    setIsBusy(true);
    setError(null);
    const outcome = await dispatch(revealOrder(order._id));
    flushSync(() => setIsBusy(false));
    if (revealOrder.fulfilled.match(outcome)) {
      setRevealedAt(new Date().toISOString());
      show(outcome.payload.data);
    } else setError(outcome.payload?.message ?? failureOf(outcome.error).message);
  }

  return (
    <Voucher
      isTorn={goods !== null}
      stub={
        <div ref={stub} className="grid gap-3 p-4">
          {goods ? (
            <>
              <GoodsLines items={goods.items} />
              <div>
                <Button size="sm" variant="quiet" className="-ml-3" onClick={() => show(null)}>
                  {isOne ? 'Hide code' : 'Hide codes'}
                </Button>
              </div>
            </>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <span aria-hidden="true" className="font-mono text-17 tracking-widest">
                •••• •••• ••••
              </span>
              <Button size="sm" onClick={reveal} isBusy={isBusy} busyText="Revealing…">
                {isOne ? 'Reveal code' : 'Reveal codes'}
              </Button>
            </div>
          )}
          {error && <Banner tone="error">{error}</Banner>}
        </div>
      }
    >
      <div className="p-4">
        <p className="font-semibold">{isOne ? 'Your code' : `Your ${order.quantity} codes`}</p>
        <p role="status" className="text-13 text-muted">
          {hintOf({ ...order, revealedAt }, goods !== null)}
        </p>
      </div>
    </Voucher>
  );
}

function hintOf({ quantity, revealedAt }: Pick<Order, 'quantity' | 'revealedAt'>, isShown: boolean): string {
  if (isShown) return quantity === 1 ? 'Shown now. Keep it to yourself.' : 'Shown now. Keep them to yourself.';
  return revealedAt
    ? `Last revealed ${formatTime(revealedAt)}.`
    : `Hidden until you ask for ${quantity === 1 ? 'it' : 'them'}; each reveal is recorded.`;
}
