import { MailLayout } from '../../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailText } from '../../../platform/mail/mail-pieces.tsx';

type ExpiringBatchMailProps = { name: string; publicUrl: string; batch: Expiring };
type Expiring = {
  reference: string;
  product: { _id: string; title: string };
  expiresOn: string;
  units: number;
};

export function ExpiringBatchMail({ name, publicUrl, batch }: ExpiringBatchMailProps) {
  return (
    <MailLayout preview={`${batch.product.title} expires soon`} heading="Codes expire soon" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, there are only a few days left to sell{' '}
        {batch.units === 1 ? '1 unsold code' : `${batch.units} unsold codes`} of {batch.product.title}.
      </MailText>
      <MailFacts
        facts={[
          { label: 'Product', value: batch.product.title },
          { label: 'Batch', value: batch.reference },
          { label: 'First expires on', value: batch.expiresOn },
          { label: 'Unsold', value: String(batch.units) },
        ]}
      />
      <MailButton href={new URL(`/admin/products/${batch.product._id}`, publicUrl).href}>Open the product</MailButton>
    </MailLayout>
  );
}
