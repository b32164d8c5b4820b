import { categories } from '@shop/contract/products/categories';
import { Link } from 'react-router';
import { productViewUrl } from './product-query.ts';

export const CategoryLinks = () => (
  <nav aria-label="Categories">
    <ul className="flex flex-wrap justify-center gap-2">
      {categories.map((category) => (
        <li key={category}>
          <Link
            to={productViewUrl({ category })}
            className="inline-flex min-h-9 items-center rounded-control border border-line bg-surface px-3 font-medium hover:bg-sunken"
          >
            {category}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
