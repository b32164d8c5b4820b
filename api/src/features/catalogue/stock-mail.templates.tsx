import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailText } from '../../platform/mail/mail-pieces.tsx';

type Addressed = { name: string; publicUrl: string };
const pageAt = (publicUrl: string, path: string) => new URL(path, publicUrl).href;

type LowStock = { id: string; title: string; company: string; left: number };

export function LowStockMail({ name, publicUrl, product }: Addressed & { product: LowStock }) {
  const { id, title, company, left } = product;
  const heading = left === 0 ? 'A product has sold out' : 'A product is running low';
  return (
    <MailLayout preview={`${heading}: ${title}`} heading={heading} publicUrl={publicUrl}>
      <MailText>
        Hello {name},{' '}
        {left === 0
          ? `${title} cannot be bought until there is more of it.`
          : `there ${left === 1 ? 'is 1 unit' : `are ${left} units`} of ${title} left.`}
      </MailText>
      <MailFacts
        facts={[
          { label: 'Product', value: `${title}, ${company}` },
          { label: 'Left', value: String(left) },
        ]}
      />
      <MailButton href={pageAt(publicUrl, `/admin/products/${id}`)}>Open the product</MailButton>
      <MailText isMuted>You are told once, each time that this happens.</MailText>
    </MailLayout>
  );
}

type Expiring = {
  reference: string;
  product: { _id: string; title: string };
  expiresOn: string;
  units: number;
};

export function ExpiringBatchMail({ name, publicUrl, batch }: Addressed & { batch: Expiring }) {
  return (
    <MailLayout preview={`${batch.product.title} expires soon`} heading="Codes expire soon" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, {batch.units === 1 ? '1 unsold code' : `${batch.units} unsold codes`} of {batch.product.title} can
        be sold for a few days only.
      </MailText>
      <MailFacts
        facts={[
          { label: 'Product', value: batch.product.title },
          { label: 'Batch', value: batch.reference },
          { label: 'First expires on', value: batch.expiresOn },
          { label: 'Unsold', value: String(batch.units) },
        ]}
      />
      <MailButton href={pageAt(publicUrl, `/admin/products/${batch.product._id}`)}>Open the product</MailButton>
    </MailLayout>
  );
}

type Back = { product: { id: string; title: string }; token: string };

export function BackInStockMail({ name, publicUrl, product, token }: Addressed & Back) {
  return (
    <MailLayout preview={`${product.title} is back`} heading="It is back in stock" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, you asked us to tell you when {product.title} can be bought again. Now it can, as long as it
        lasts.
      </MailText>
      <MailButton href={pageAt(publicUrl, `/products/${product.id}`)}>Open the product</MailButton>
      <MailText isMuted>
        This is the only mail about it. <a href={pageAt(publicUrl, `/alerts/${token}`)}>End this alert</a> if you do not
        want us to remember that you asked.
      </MailText>
    </MailLayout>
  );
}
