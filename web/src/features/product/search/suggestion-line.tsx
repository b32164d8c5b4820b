import { formatRupees } from '@shop/contract/money';
import type { Suggestion } from '@shop/contract/products/catalogue';
import { Thumbnail } from '../../../ui/pictures/thumbnail.tsx';

/** One suggestion: picture, title, company, category and price. */
export const SuggestionLine = ({
  suggestion: { title, company, category, price, image },
}: {
  suggestion: Suggestion;
}) => (
  <span className="flex min-h-11 items-center gap-3">
    <span className="aspect-4/3 w-12 shrink-0 overflow-hidden rounded-badge">
      <Thumbnail src={image} category={category} />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{title}</span>
      <span className="block truncate text-13 text-muted">
        {company} · {category}
      </span>
    </span>
    {price !== undefined && <span className="amount font-semibold">{formatRupees(price)}</span>}
  </span>
);
