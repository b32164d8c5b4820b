import { describe, expect, it } from 'vitest';
import { renderMail } from '../../platform/mail/render-mail.ts';
import { DeliveryMail } from './order-mail.templates.tsx';

const order = {
  orderId: '01938c5e-1111-7777-8888-9cf273421234',
  title: 'Gift Card',
  company: 'Acme',
  quantity: 2,
  amountPaid: 998,
  paidAt: new Date('2026-11-18T10:00:00Z'),
  paymentMethod: 'upi',
  paymentId: 'pay_1',
};

/** The preview line of a mail with codes that expire on these days. Codes without a day expire with the product. */
async function previewOf(...days: (string | null)[]): Promise<string | undefined> {
  const { html } = await renderMail(
    <DeliveryMail
      name="Asha"
      publicUrl="https://shop.example"
      order={order}
      goods={days.map((expiresOn, unit) => ({ unitId: `${unit}`, code: `CODE-${unit}`, productLink: null, expiresOn }))}
      howToRedeem={[]}
      expiryDate={new Date('2027-03-31T18:29:59.999Z')}
    />,
  );
  return /Your (?:code is|\d codes are) inside[^<]*/.exec(html)?.[0];
}

describe('the preview line of a delivery mail', () => {
  it('says until when the codes are valid', async () => {
    expect(await previewOf('2027-01-31')).toBe('Your code is inside, valid until 31 Jan 2027.');
    expect(await previewOf(null, null)).toBe('Your 2 codes are inside, valid until 31 Mar 2027.');
  });

  it('names the day on which the first code expires', async () => {
    const soonest = 'Your 2 codes are inside, valid until 31 Dec 2026 or longer.';
    expect(await previewOf('2027-01-31', '2026-12-31')).toBe(soonest);
    expect(await previewOf(null, '2026-12-31')).toBe(soonest);
  });
});
