import { formatCount } from '@shop/contract/counts';
import Check from 'lucide-react/icons/check';
import { useId } from 'react';
import { Link } from 'react-router';

export type FacetChoice = { name: string; count: number | null; href: string; isSelected: boolean };

/** Links for one facet. The link of the selected choice removes the choice. */
export function FacetLinks({ title, choices }: { title: string; choices: FacetChoice[] }) {
  const titleId = useId();
  if (choices.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-1 text-13 font-semibold text-muted">
        {title}
      </h3>
      <ul>
        {choices.map(({ name, count, href, isSelected }) => (
          <li key={name}>
            <Link
              to={href}
              preventScrollReset
              aria-current={isSelected ? 'true' : undefined}
              className="-mx-2 flex min-h-9 items-center gap-2 rounded-control px-2 hover:bg-sunken aria-[current]:font-semibold aria-[current]:text-brand"
            >
              <span className="min-w-0 flex-1 sellers-words">{name}</span>
              {count !== null && <span className="amount text-13 text-muted">{formatCount(count)}</span>}
              {isSelected && <Check aria-hidden="true" size={16} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
