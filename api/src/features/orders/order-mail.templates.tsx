import { formatRupees } from '@shop/contract/money';
import { methodLabel } from '@shop/contract/payment-words';
import { Fragment } from 'react';
import { mailDay, mailTime } from '../../platform/mail/mail-dates.ts';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import {
  MailButton,
  MailCode,
  MailFacts,
  MailLines,
  MailLink,
  MailSteps,
  MailText,
} from '../../platform/mail/mail-pieces.tsx';
import type { DeliveredGoods } from '../stock/units/goods.service.ts';

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
  { label: 'Payment', value: [methodLabel(order.paymentMethod), order.paymentId].filter(Boolean).join(', ') },
  { label: 'Date', value: mailTime(order.paidAt) },
  { label: 'Order ID', value: order.orderId },
];

/** Opens this order, after a sign-in if one is needed. */
const orderUrl = (publicUrl: string, { orderId }: OrderFacts) =>
  new URL(`/account/my-orders?order=${orderId}`, publicUrl).href;

type DeliveryMailProps = OrderMailProps & { goods: DeliveredGoods[]; howToRedeem: string[]; expiryDate: Date };

/** The preview contains no code, because inboxes and lock screens show it. */
export function DeliveryMail({ name, publicUrl, order, goods, howToRedeem, expiryDate }: DeliveryMailProps) {
  const expiryOf = ({ expiresOn }: DeliveredGoods) => (expiresOn ? new Date(expiresOn) : expiryDate);
  const dueOf = (unit: DeliveredGoods) => mailDay(expiryOf(unit));
  const [soonest, ...later] = goods.toSorted((one, other) => Number(expiryOf(one)) - Number(expiryOf(other)));
  const orLonger = soonest && later.some((unit) => dueOf(unit) !== dueOf(soonest)) ? ' or longer' : '';
  const what = goods.length === 1 ? 'Your code is' : `Your ${goods.length} codes are`;
  const preview = `${what} inside${soonest ? `, valid until ${dueOf(soonest)}${orLonger}` : ''}.`;
  return (
    <MailLayout preview={preview} heading="Your order is here" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, thank you for your purchase. This is what you need to redeem {order.title}:
      </MailText>
      {goods.map((unit, position) => {
        const next = goods[position + 1];
        return (
          <Fragment key={unit.unitId}>
            <MailCode code={unit.code} />
            {/* Units with the same date or link share one line, after the last of them. */}
            {(!next || dueOf(unit) !== dueOf(next)) && <MailText isMuted>Valid until {dueOf(unit)}.</MailText>}
            {unit.productLink && unit.productLink !== next?.productLink && (
              <>
                <MailButton href={unit.productLink}>Redeem</MailButton>
                <MailText isMuted>
                  Or open <MailLink href={unit.productLink}>{unit.productLink}</MailLink>
                </MailText>
              </>
            )}
          </Fragment>
        );
      })}
      {howToRedeem.length > 0 && <MailSteps steps={howToRedeem} />}
      <MailText>
        <MailLink href={orderUrl(publicUrl, order)}>Open this order</MailLink> to see the code again, print the receipt
        or mark it as used.
      </MailText>
      <MailFacts facts={factsOf(order)} />
      <MailText>
        The code does not work? <MailLink href={new URL('/contact', publicUrl).href}>Tell us</MailLink> within 7 days
        and name the Order ID: we make it good or return your money.
      </MailText>
      <MailText isMuted>Keep this mail to yourself: anybody who has the code can use it.</MailText>
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
    <MailLayout
      preview={`${formatRupees(amount)} for ${order.title} goes back to you.`}
      heading="Your payment was refunded"
      publicUrl={publicUrl}
    >
      <MailText>
        Hello {name}, we have returned {formatRupees(amount)} to the account you paid from. Banks take up to seven days
        to show it.
      </MailText>
      <MailText>Reason: {reason}.</MailText>
      <MailFacts facts={factsOf(order)} />
      <MailButton href={orderUrl(publicUrl, order)}>Open this order</MailButton>
    </MailLayout>
  );
}

/** For the buyer or an admin: a bank or the provider returned a refund after it was made. */
export function RefundFailedMail({
  name,
  publicUrl,
  order,
  amount,
  isBuyer,
}: OrderMailProps & { amount: number; isBuyer: boolean }) {
  const adminUrl = new URL(`/admin/orders/${order.orderId}`, publicUrl).href;
  return (
    <MailLayout
      preview={`The refund of ${formatRupees(amount)} for ${order.title} did not arrive.`}
      heading="A refund did not arrive"
      publicUrl={publicUrl}
    >
      <MailText>
        Hello {name}, the refund of {formatRupees(amount)} for this order was sent back to {isBuyer ? 'us' : 'the shop'}
        : it did not reach {isBuyer ? 'your' : "the buyer's"} account.
      </MailText>
      <MailText>
        {isBuyer
          ? 'You do not need to do anything: we look after it and write again when the money is on its way.'
          : 'The order shows what is refunded now. Where the buyer is still owed the money, the shop asks for the refund again; if that fails too, you have to pay it back yourself.'}
      </MailText>
      <MailFacts facts={factsOf(order)} />
      <MailButton href={isBuyer ? orderUrl(publicUrl, order) : adminUrl}>Open this order</MailButton>
    </MailLayout>
  );
}

/** For a buyer of a recalled code. The reason, which an admin wrote, says what to do. */
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
      <MailText>
        Reason: <MailLines text={reason} />
      </MailText>
      <MailText>
        If yours does not work, please tell us through the contact page and name your order: we will make it good.
      </MailText>
      <MailFacts facts={factsOf(order)} />
      <MailButton href={orderUrl(publicUrl, order)}>Open this order</MailButton>
    </MailLayout>
  );
}
