import type { Product } from '@shop/contract/products/product';
import { Tabs } from '../../../ui/navigation/tabs.tsx';

const NOT_SPECIFIED = 'Not specified by seller.';

function TextList({ items, isNumbered = false }: { items: string[]; isNumbered?: boolean }) {
  if (items.length === 0) return <p className="text-muted">{NOT_SPECIFIED}</p>;
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <List className={`grid gap-2 pl-5 ${isNumbered ? 'list-decimal' : 'list-disc'} marker:text-muted`}>
      {items.map((item, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and their order never changes
        <li key={position} className="pl-1 sellers-words">
          {item}
        </li>
      ))}
    </List>
  );
}

export const ProductTabs = ({ product }: { product: Product }) => (
  <div className="min-w-0">
    <Tabs
      label="About this product"
      tabs={[
        {
          id: 'details',
          label: 'Product Details',
          content: <TextList items={product.details} />,
          isAlwaysRendered: true,
        },
        {
          id: 'redeem',
          label: 'How to Redeem',
          content: <TextList items={product.howToRedeem} isNumbered />,
          isAlwaysRendered: true,
        },
        {
          id: 'terms',
          label: 'Terms & Conditions',
          content: <TextList items={product.termsAndConditions} />,
          isAlwaysRendered: true,
        },
      ]}
    />
  </div>
);
