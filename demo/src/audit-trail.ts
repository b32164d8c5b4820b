import { newId } from '@shop/api/platform/ids';
import type { StockedProduct } from './catalogue/stocked-product.ts';
import type { DemoRows } from './demo.queries.ts';

type Given = { actorId: string; products: StockedProduct[]; contacts: DemoRows['contacts'] };

/** The audit log of the admin, who created the products and resolved enquiries. */
export const auditRows = ({ actorId, products, contacts }: Given): DemoRows['audit_log'] => [
  ...products.map(({ row }) => ({
    id: newId(),
    at: row.created_at,
    actor_id: actorId,
    action: 'product.created',
    subject_type: 'product',
    subject_id: row.id,
    details: JSON.stringify({ title: row.title }),
  })),
  ...contacts.flatMap(({ id, resolved_at, name }) =>
    resolved_at
      ? {
          id: newId(),
          at: resolved_at,
          actor_id: actorId,
          action: 'contact.resolved',
          subject_type: 'contact',
          subject_id: id,
          details: JSON.stringify({ name }),
        }
      : [],
  ),
];
