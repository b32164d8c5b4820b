import { MailLayout } from '../../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailLink, MailText } from '../../../platform/mail/mail-pieces.tsx';

type LowStockMailProps = { name: string; publicUrl: string; product: LowStock };
type LowStock = { id: string; title: string; company: string; left: number };

const addressOf = ({ id }: LowStock, publicUrl: string) => new URL(`/admin/products/${id}`, publicUrl).href;

export function LowStockMail({ name, publicUrl, product }: LowStockMailProps) {
  const { title, company, left } = product;
  const heading = left === 0 ? 'A product has sold out' : 'A product is running low';
  return (
    <MailLayout preview={`${heading}: ${title}`} heading={heading} publicUrl={publicUrl}>
      <MailText>
        Hello {name},{' '}
        {left === 0
          ? `nobody can buy ${title} until you add stock.`
          : `only ${left === 1 ? '1 unit' : `${left} units`} of ${title} ${left === 1 ? 'is' : 'are'} left.`}
      </MailText>
      <MailFacts
        facts={[
          { label: 'Product', value: `${title}, ${company}` },
          { label: 'Left', value: String(left) },
        ]}
      />
      <MailButton href={addressOf(product, publicUrl)}>Open the product</MailButton>
      <MailText isMuted>We send one mail each time a product runs low or sells out.</MailText>
    </MailLayout>
  );
}

type ManyLowMailProps = { name: string; publicUrl: string; products: readonly LowStock[] };

export function ManyLowMail({ name, publicUrl, products }: ManyLowMailProps) {
  const heading = `${products.length} products are running low or have sold out`;
  return (
    <MailLayout preview={heading} heading={heading} publicUrl={publicUrl}>
      <MailText>Hello {name}, these products are running low or have sold out:</MailText>
      {products.map((product) => (
        <MailText key={product.id}>
          <MailLink href={addressOf(product, publicUrl)}>{product.title}</MailLink>, {product.company}:{' '}
          {product.left === 0 ? 'sold out' : `${product.left} left`}
        </MailText>
      ))}
      <MailText isMuted>We send one mail each time a product runs low or sells out.</MailText>
    </MailLayout>
  );
}
