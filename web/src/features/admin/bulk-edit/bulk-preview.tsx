import { formatRupees } from '@shop/contract/money';
import type { BulkPreview, BulkRefusal, BulkValues } from '@shop/contract/products/bulk-preview';
import { countText } from '../../../lib/format/count-text.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';

const refusalTexts: Record<BulkRefusal, string> = {
  'needs-code': 'needs a code of its own to be shared',
  'price-too-small': 'would cost less than ₹1',
  'price-too-large': 'would cost more than ₹1,00,00,000',
};

const fields: { label: string; text: (values: BulkValues) => string }[] = [
  { label: 'Price', text: ({ price }) => formatRupees(price) },
  { label: 'Expiry Date', text: ({ expiryDate }) => formatDay(expiryDate) },
  { label: 'Category', text: ({ category }) => category },
  { label: 'Stock', text: ({ stockKind }) => (stockKind === 'pool' ? 'Pool' : 'Shared code') },
];

/** The changes and refusals, product by product. */
export function BulkPreviewView({ preview }: { preview: BulkPreview }) {
  const { count, changed, refused, withdrawn, canBeUndone, changes, refusals } = preview;
  const unchanged = count - changed - refused;
  const shown = fields.filter(({ text }) => changes.some(({ before, after }) => text(before) !== text(after)));
  return (
    <div ref={takeFocus} tabIndex={-1} className="grid gap-4">
      <Banner
        tone={canBeUndone && refused === 0 ? 'info' : 'warning'}
        title={`${countText(changed, 'product changes', 'products change')}`}
      >
        {unchanged > 0 && <p>{countText(unchanged, 'needs', 'need')} no change.</p>}
        {refused > 0 && (
          <p>
            {countText(refused, 'cannot be changed and stays as it is.', 'cannot be changed and stay as they are.')}
          </p>
        )}
        {withdrawn > 0 && (
          <p>
            {countText(withdrawn, 'unsold use of a shared code leaves', 'unsold uses of shared codes leave')} the shop.
          </p>
        )}
        <p>{canBeUndone ? 'It can be undone afterwards.' : 'This cannot be undone.'} Nothing has been stored yet.</p>
      </Banner>
      {changes.length > 0 && (
        <DataTable label="Changes">
          <thead>
            <tr>
              <th scope="col">Product</th>
              {shown.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ _id, title, before, after }) => (
              <tr key={_id}>
                <th scope="row">
                  <span className="line-clamp-2 wrap-anywhere">{title}</span>
                </th>
                {shown.map(({ label, text }) => (
                  <td key={label}>
                    <Change before={text(before)} after={text(after)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
      {changes.length < changed && (
        <p className="text-muted">
          The first {changes.length} of {countText(changed, 'change', 'changes')} are listed.
        </p>
      )}
      {refusals.length > 0 && (
        <ul aria-label="Left as they are" className="grid list-disc gap-1 pl-5">
          {refusals.map(({ _id, title, reason }) => (
            <li key={_id}>
              <span className="font-medium">{title}</span> {refusalTexts[reason]}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const Change = ({ before, after }: { before: string; after: string }) =>
  before === after ? (
    after
  ) : (
    <span className="block leading-tight">
      <del className="block text-13 text-muted">{before}</del>
      <ins className="font-medium no-underline">{after}</ins>
    </span>
  );
