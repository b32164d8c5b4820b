import { MailLayout } from '../../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../../platform/mail/mail-pieces.tsx';

type BackInStockMailProps = { name: string; publicUrl: string; product: { id: string; title: string }; token: string };

export function BackInStockMail({ name, publicUrl, product, token }: BackInStockMailProps) {
  return (
    <MailLayout preview={`${product.title} is back`} heading="It is back in stock" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, you asked us to tell you when {product.title} can be bought again. Now it can, as long as it
        lasts.
      </MailText>
      <MailButton href={new URL(`/products/${product.id}`, publicUrl).href}>Open the product</MailButton>
      <MailText isMuted>
        This is the only mail about it. <a href={new URL(`/alerts/${token}`, publicUrl).href}>End this alert</a> if you
        do not want us to remember that you asked.
      </MailText>
    </MailLayout>
  );
}
