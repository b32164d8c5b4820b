import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailText } from '../../platform/mail/mail-pieces.tsx';

type LowStockMailProps = { name: string; publicUrl: string; product: LowStock };
type LowStock = { id: string; title: string; company: string; left: number };

export function LowStockMail({ name, publicUrl, product }: LowStockMailProps) {
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
      <MailButton href={new URL(`/admin/products/${id}`, publicUrl).href}>Open the product</MailButton>
      <MailText isMuted>You are told once, each time that this happens.</MailText>
    </MailLayout>
  );
}
