import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { type GoodsItem, GoodsLine } from './goods-line.tsx';

/** One line for each code, with its expiry date and link. */
export function GoodsLines({ items }: { items: GoodsItem[] }) {
  const [only, ...others] = items;
  if (only && others.length === 0) return <GoodsLine item={only} name="code" />;
  return (
    <>
      <ol aria-label="Codes" className="grid divide-y divide-line">
        {items.map((item, index) => (
          <li key={item.unit} className="py-2 first:pt-0">
            <GoodsLine item={item} name={`code ${index + 1}`} />
          </li>
        ))}
      </ol>
      <CopyButton text={items.map(({ code }) => code).join('\n')} label={`Copy all ${items.length} codes`} />
    </>
  );
}
