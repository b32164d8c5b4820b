import type { Dashboard } from '@shop/contract/dashboard';
import { formatRupees } from '@shop/contract/money';
import type { ReactNode } from 'react';
import { countText } from '../../../lib/format/count-text.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { SectionLink } from '../shell/section-link.tsx';
import { useIsGranted } from '../shell/use-is-granted.ts';
import { Panel } from './panel.tsx';

type Entry = { _id: string; title: string; company: string };

function ProductEntries<E extends Entry>({ entries, fact }: { entries: E[]; fact: (entry: E) => ReactNode }) {
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry._id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
          <span className="min-w-0">
            <SectionLink to={urls.adminProduct(entry._id)} className="block truncate font-medium [a&]:hover:underline">
              {entry.title}
            </SectionLink>
            <span className="block truncate text-13 text-muted">{entry.company}</span>
          </span>
          <span className="amount shrink-0 text-end">{fact(entry)}</span>
        </li>
      ))}
    </ul>
  );
}

export const TopProducts = ({ products }: { products: Dashboard['topProducts'] }) => (
  <Panel title="Top products" isEmpty={products.length === 0} emptyText="Nothing was sold in this period.">
    <ProductEntries
      entries={products}
      fact={({ sold, revenue }) => (
        <>
          <span className="block font-semibold">{formatRupees(revenue)}</span>
          <span className="block text-13 text-muted">{sold} sold</span>
        </>
      )}
    />
  </Panel>
);

export const LowStock = ({ products }: { products: Dashboard['lowStock'] }) => (
  <Panel title="Low stock" isEmpty={products.length === 0} emptyText="No product on sale runs low.">
    <ProductEntries
      entries={products}
      fact={({ usageLimit }) => (usageLimit === 0 ? 'Sold out' : `${usageLimit} left`)}
    />
  </Panel>
);

export const ExpiringSoon = ({ products }: { products: Dashboard['expiringSoon'] }) => (
  <Panel title="Expiring soon" isEmpty={products.length === 0} emptyText="No product on sale expires soon.">
    <ProductEntries entries={products} fact={({ expiryDate }) => formatDay(expiryDate)} />
  </Panel>
);

export const ExpiringBatches = ({ batches }: { batches: Dashboard['expiringBatches'] }) => (
  <Panel title="Codes expiring soon" isEmpty={batches.length === 0} emptyText="No unsold code expires soon.">
    <ul className="divide-y divide-line">
      {batches.map(({ _id, reference, product, expiresOn, units }) => (
        <li key={_id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
          <span className="min-w-0">
            <SectionLink to={urls.adminBatch(_id)} className="block truncate font-medium [a&]:hover:underline">
              {reference}
            </SectionLink>
            <span className="block truncate text-13 text-muted">{product.title}</span>
          </span>
          <span className="amount shrink-0 text-end">
            <span className="block">{formatDay(expiresOn)}</span>
            <span className="block text-13 text-muted">{countText(units, 'code', 'codes')}</span>
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);

export function WaitingEnquiries({ count }: { count: number }) {
  const canAnswer = useIsGranted('support');
  return (
    <Panel title="Enquiries waiting" isEmpty={count === 0} emptyText="Every enquiry is answered.">
      <p className="mb-3">
        <span className="amount text-27 font-bold">{count}</span> {count === 1 ? 'enquiry waits' : 'enquiries wait'} for
        an answer.
      </p>
      {canAnswer && (
        <LinkButton to={`${urls.adminFeedbacks}?status=pending`} variant="secondary" size="sm">
          Open enquiries
        </LinkButton>
      )}
    </Panel>
  );
}
