export const aboutStory: readonly string[] = [
  'Digital Goods Marketplace was founded in 2025, after one voucher too many had arrived late, expired or already used. ' +
    'Buying a gift card online should be as simple as buying one at a counter: you see what you get, you pay what it ' +
    'says, and you hold it in your hand a moment later.',
  'So we built a shop that does just that. Every product states its price, its expiry date and how it is redeemed ' +
    'before you pay. Every code is locked away until it belongs to somebody. And every payment ends in one of two ways: ' +
    'the code is delivered, or the money goes back.',
  'Today buyers find coupons, vouchers, gift cards, software keys and memberships from many companies in one place, and ' +
    'keep them in one purchases dashboard. Sellers reach them through our Seller Center, and a support team is there ' +
    'for both, 24/7.',
];

export const aboutSatisfaction = {
  title: '100% Customer Satisfaction Focus',
  text:
    'Satisfaction is not a department here. A code that does not work is our problem, not yours: report it within 7 days ' +
    'of purchase and we refund it once we have confirmed the fault.',
};

type Principle = { id: PrincipleId; title: string; text: string };
export type PrincipleId = 'customer' | 'integrity' | 'innovation' | 'security' | 'community' | 'sustainability';

export const principles: readonly Principle[] = [
  {
    id: 'customer',
    title: 'Customer First',
    text: 'We decide by asking what is best for the person who buys, also when it costs us something.',
  },
  {
    id: 'integrity',
    title: 'Integrity',
    text: 'The price you see is the price you pay. Terms and expiry dates stand on the page, not in small print.',
  },
  {
    id: 'innovation',
    title: 'Innovation',
    text: 'Codes that deliver themselves within seconds, and a dashboard that keeps them ready to use.',
  },
  {
    id: 'security',
    title: 'Security',
    text: 'Codes are encrypted until their buyer reveals them, and card details never touch our servers.',
  },
  {
    id: 'community',
    title: 'Global Community',
    text: 'Buyers and sellers from everywhere, under the same clear rules and with the same respect.',
  },
  {
    id: 'sustainability',
    title: 'Sustainability',
    text: 'No plastic cards, no parcels, no paper. A digital gift leaves nothing behind but the joy of it.',
  },
];

export const founder = {
  name: 'Aarav Mehta',
  role: 'Founder and CEO',
  text:
    'Aarav started Digital Goods Marketplace at his kitchen table and still reads support messages every week. He ' +
    'believes that trust is the only currency that cannot be refunded.',
};
