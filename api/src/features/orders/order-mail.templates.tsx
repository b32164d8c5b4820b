import { formatRupees } from '@shop/contract/money';
import { Fragment } from 'react';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailCode, MailFacts, MailText } from '../../platform/mail/mail-pieces.tsx';
import type { DeliveredGoods } from '../stock/goods.service.ts';

const INDIAN_TIME = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

const INDIAN_DATE = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });

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
}: OrderMailProps & { goods: DeliveredGoods[]; howToRedeem: string[] }) {
  return (
    <MailLayout preview="Your order is here" heading="Your order is here" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, thank you for your purchase. This is what you need to redeem {order.title}:
      </MailText>
      {goods.map(({ unitId, code, productLink, expiresOn }, position) => (
        <Fragment key={unitId}>
          <MailCode code={code} />
          {expiresOn && <MailText isMuted>Use it by {INDIAN_DATE.format(new Date(expiresOn))}.</MailText>}
          {/* Units that are redeemed at one place name it once, after the last of them. */}
          {productLink && productLink !== goods[position + 1]?.productLink && (
            <MailText>
              Redeem it at <a href={productLink}>{productLink}</a>
            </MailText>
          )}
        </Fragment>
      ))}
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

/** To a buyer of a code that was found to be bad. What to do about it is the shop's to say, in the reason. */
export function RecallMail({ name, publicUrl, order, reason }: OrderMailProps & { reason: string }) {
  return (
    <MailLayout
      preview={`About your order: ${order.title}`}
      heading="Something is wrong with your order"
      publicUrl={publicUrl}
    >
      <MailText>
        Hello {name}, we have recalled the codes that your order of {order.title} was delivered from. They may not work.
      </MailText>
      <MailText>Reason: {reason}</MailText>
      <MailText>
        If yours does not work, please tell us through the contact page and name your order: we will make it good.
      </MailText>
      <MailFacts facts={factsOf(order)} />
      <MailButton href={myOrders(publicUrl)}>Open My Orders</MailButton>
    </MailLayout>
  );
}
