import { EXPIRING_SOON_DAYS } from '@shop/contract/limits/limits';
import type { Product } from '@shop/contract/products/product';
import { daysUntil, formatDay } from '../../lib/format/dates.ts';
import { useSettings } from '../../lib/state/settings.ts';
import { Badge } from '../../ui/text/badge.tsx';

/**
 * Category, use and expiry date, which turns amber in its last week. `hasCompany` is off on cards, which show the
 * company.
 */
export function ProductTags({ product, hasCompany = false }: { product: Product; hasCompany?: boolean }) {
  const { renderedAt } = useSettings();
  const isExpiringSoon = daysUntil(product.expiryDate, new Date(renderedAt)) < EXPIRING_SOON_DAYS;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone="brand">{product.category}</Badge>
      {hasCompany && <Badge>{product.company}</Badge>}
      <Badge>{product.isOneTimeUse ? 'One Time Use' : 'Multiuse'}</Badge>
      <Badge tone={isExpiringSoon ? 'amber' : 'neutral'}>Expires in {formatDay(product.expiryDate)}</Badge>
    </span>
  );
}
