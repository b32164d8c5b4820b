import type { RevealedGoods } from '@shop/contract/orders';
import { formatDay } from '../../../lib/format/dates.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';

export type GoodsItem = RevealedGoods['items'][number];

/** `name` makes the button labels of several codes distinct. */
export function GoodsLine({ item, name }: { item: GoodsItem; name: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-0">
        <CodeText code={item.code} />
        {item.expiresOn && <p className="text-13 text-muted">Valid until {formatDay(item.expiresOn)}</p>}
        {item.link && (
          <p>
            <a
              href={item.link}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center font-semibold text-brand underline"
            >
              Open the redeem link
              <VisuallyHidden> of {name}</VisuallyHidden>
            </a>
          </p>
        )}
      </div>
      <CopyButton text={item.code} label={`Copy ${name}`} />
    </div>
  );
}
