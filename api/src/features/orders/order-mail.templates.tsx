import { formatRupees } from '@shop/contract/money';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailCode, MailFacts, MailText } from '../../platform/mail/mail-pieces.tsx';
import type { Goods } from '../stock/goods.service.ts';

const INDIAN_TIME = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

export type OrderFacts = {
  orderId: string;
  title: string;
  company: string;
  quantity: number;
  amountPaid: number;
  paidAt: Date;
  paymentMethod: string;
  paymentId: string | null;
};

type OrderMailProps = { name: string; publicUrl: string; order: OrderFacts };

const factsOf = (order: OrderFacts) => [
  { label: 'Product', value: `${order.title}, ${order.company}` },
  { label: 'Quantity', value: String(order.quantity) },
  { label: 'Amount', value: formatRupees(order.amountPaid) },
  { label: 'Payment', value: order.paymentId ? `${order.paymentMethod}, ${order.paymentId}` : order.paymentMethod },
  { label: 'Date', value: INDIAN_TIME.format(order.paidAt) },
  { label: 'Order ID', value: order.orderId },
];

const myOrders = (publicUrl: string) => new URL('/account/my-orders', publicUrl).href;

export function DeliveryMail({
  name,
  publicUrl,
  order,
  goods,
  howToRedeem,
}: OrderMailProps & { goods: Goods[]; howToRedeem: string[] }) {
  const link = goods[0]?.productLink;
  return (
    <MailLayout preview="Your order is here" heading="Your order is here" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, thank you for your purchase. This is what you need to redeem {order.title}:
      </MailText>
      {goods.map(({ code }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: units may share a code, and they never move
        <MailCode key={position} code={code} />
      ))}
      {link && (
        <MailText>
          Redeem it at <a href={link}>{link}</a>
        </MailText>
      )}
      {howToRedeem.length > 0 && (
        <ol>
          {howToRedeem.map((step) => (
            <li key={step}>
              <MailText>{step}</MailText>
            </li>
          ))}
        </ol>
      )}
      <MailButton href={myOrders(publicUrl)}>Open My Orders</MailButton>
      <MailFacts facts={factsOf(order)} />
      <MailText isMuted>Keep this mail to yourself: whoever has the code can use it.</MailText>
    </MailLayout>
  );
}

export function RefundMail({
  name,
  publicUrl,
  order,
  amount,
  reason,
}: OrderMailProps & { amount: number; reason: string }) {
  return (
    <MailLayout preview="Your payment goes back to you" heading="Your payment was refunded" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, we have returned {formatRupees(amount)} to the account you paid from. Banks take up to seven days
        to show it.
      </MailText>
      <MailText>Reason: {reason}.</MailText>
      <MailFacts facts={factsOf(order)} />
      <MailButton href={myOrders(publicUrl)}>Open My Orders</MailButton>
    </MailLayout>
  );
}
