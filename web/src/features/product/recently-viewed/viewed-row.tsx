import { Link } from 'react-router';
import { inStore } from '../../../lib/state/browser-store.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { Thumbnail } from '../../../ui/pictures/thumbnail.tsx';
import { readViewed } from './remember-viewed.ts';
import { VIEWED } from './viewed-products.ts';

/** `stored` is the text in localStorage; `except` is the id of the product on the page. */
type ViewedRowProps = { stored: string; except: string | undefined; onForget: () => void };

/** The recently viewed products, with a button that clears them. */
export default function ViewedRow({ stored, except, onForget }: ViewedRowProps) {
  const products = readViewed(stored).filter(({ _id }) => _id !== except);
  if (products.length === 0) return null;
  function forget() {
    inStore('localStorage', (store) => store.removeItem(VIEWED));
    onForget();
    focusHeading();
  }
  return (
    <section aria-labelledby="viewed" className="mt-12">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="viewed" className="text-21 font-semibold">
          Recently viewed
        </h2>
        <Button size="sm" variant="quiet" onClick={forget}>
          Clear list
        </Button>
      </div>
      <ul className="flex flex-wrap gap-4">
        {products.map(({ _id, title, company, category, image }) => (
          <li key={_id} className="w-36">
            <Link to={urls.product(_id)} className="group grid gap-1">
              <span className="aspect-4/3 overflow-hidden rounded-control border border-line">
                <Thumbnail src={image} category={category} />
              </span>
              <span className="text-13 text-muted sellers-words">{company}</span>
              <span className="line-clamp-2 font-medium sellers-words group-hover:underline">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
