import { MailLayout } from '../../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../../platform/mail/mail-pieces.tsx';

type BackInStockMailProps = { name: string; publicUrl: string; product: { id: string; title: string }; token: string };

export function BackInStockMail({ name, publicUrl, product, token }: BackInStockMailProps) {
  return (
    <MailLayout preview={`${product.title} is back`} heading="It is back in stock" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, you asked us to write to you when {product.title} is back. You can buy it now, while stock lasts.
      </MailText>
      <MailButton href={new URL(`/products/${product.id}`, publicUrl).href}>Open the product</MailButton>
      <MailText isMuted>
        We send only this one mail. <a href={new URL(`/alerts/${token}`, publicUrl).href}>End this alert</a> if you want
        us to delete your request now.
      </MailText>
    </MailLayout>
  );
}
