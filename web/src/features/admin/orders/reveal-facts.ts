import type { AdminOrder } from '@shop/contract/orders';
import { formatTime } from '../../../lib/format/dates.ts';
import { originText } from '../audit/origin-text.tsx';

// The delivery mail shows the code too, so 'Never' alone would mislead an admin who decides about a refund.
const NEVER_REVEALED = 'Never in the shop. The mail with the order shows it as well.';

/** When and from where the buyer revealed the codes, newest first. */
export function revealFacts({ isDelivered, reveals = [] }: AdminOrder): { label: string; value: string }[] {
  if (!isDelivered) return [];
  const lines = reveals.map((reveal) =>
    reveal.address ? `${formatTime(reveal.at)} from ${originText(reveal)}` : formatTime(reveal.at),
  );
  const first = lines.length > 1 ? lines.at(-1) : undefined;
  return [
    ...(first ? [{ label: 'First revealed', value: first }] : []),
    { label: 'Revealed', value: lines.join('\n') || NEVER_REVEALED },
  ];
}
