type FaqLink = { label: string; to: 'contact' | 'home' | 'myOrders' | 'terms' | 'privacyPolicy' };
export type FaqEntry = { id: string; question: string; answer: readonly string[]; links?: readonly FaqLink[] };

/** Keep refunds and payment methods in line with the Terms (spec points 18 and 19). */
export const faqEntries: readonly FaqEntry[] = [
  {
    id: 'purchase',
    question: 'How do I purchase a digital product?',
    answer: [
      'Open a product, check its expiry date, how it is redeemed and its terms, and press Buy Now. If you are not ' +
        'signed in yet, we ask you to sign in or to register and bring you back to the product.',
      'The product is reserved for you for 15 minutes while you pay. As soon as the payment is confirmed, your code is ' +
        'delivered. You buy one product at a time.',
    ],
    links: [{ label: 'Browse products', to: 'home' }],
  },
  {
    id: 'payment-methods',
    question: 'What payment methods do you accept?',
    answer: [
      'We accept major credit cards, PayPal and cryptocurrency. Which of them are on offer can change: the checkout ' +
        'shows the ones you can use at the moment. Today these are cards, through our payment provider.',
      'All prices are in Indian rupees (₹), and nothing is added at the checkout.',
    ],
  },
  {
    id: 'refunds',
    question: 'Can I get a refund for a digital product?',
    answer: [
      'All sales are final, because a code that has been delivered cannot be taken back. There is one exception: if a ' +
        'code does not work, report it within 7 days of purchase, and we refund the full amount once we have ' +
        'confirmed that it was faulty.',
      'If you were charged for an order that was not delivered, you get the full amount back without asking.',
    ],
    links: [
      { label: 'Report a code', to: 'contact' },
      { label: 'Read the refund policy', to: 'terms' },
    ],
  },
  {
    id: 'access',
    question: 'How do I access my purchased products?',
    answer: [
      'Your purchases dashboard is under Account, Orders. Each delivered order holds its code, the steps to redeem it ' +
        'and the receipt. The code stays masked until you reveal it, and one tap copies it.',
      'We also send you an email when an order is delivered. Should the email be late, the dashboard already has the code.',
    ],
    links: [{ label: 'Go to my orders', to: 'myOrders' }],
  },
  {
    id: 'payment-security',
    question: 'Is my payment information secure?',
    answer: [
      'Yes. You enter card details with our payment provider, over an encrypted connection; they never reach our ' +
        'servers and we do not store them. We deliver only after the provider has proven to us that the payment is real.',
      'The codes themselves are encrypted too, and only their buyer can reveal them.',
    ],
    links: [{ label: 'How we protect your data', to: 'privacyPolicy' }],
  },
  {
    id: 'selling',
    question: 'How can I sell my digital products on the marketplace?',
    answer: [
      'Selling is by invitation at the moment. Tell us with a General Inquiry what you would like to offer; if it fits, ' +
        'our team sets you up with the Seller Center and publishes your products with you.',
      'Sellers promise that their codes are genuine, unused and theirs to sell.',
    ],
    links: [{ label: 'Tell us what you sell', to: 'contact' }],
  },
  {
    id: 'product-issues',
    question: 'What if I have an issue with a product?',
    answer: [
      'First check the redeem steps and the terms shown with your order; most codes have to be entered without spaces. ' +
        'If it still does not work, write to us with the Order ID and the message you see, and choose Product Question.',
      'Please do so within 7 days of purchase, so that we can refund you if the code is faulty.',
    ],
    links: [{ label: 'Report a problem', to: 'contact' }],
  },
  {
    id: 'support',
    question: 'How do I contact customer support?',
    answer: [
      'Use the contact form or write us an email: our support team is there 24/7. If something on the website itself ' +
        'is broken, the Report an Issue button at the bottom right of every page is the quickest way.',
      'There is no official support phone number. Never give a code or a password to somebody who calls you in our name.',
    ],
    links: [{ label: 'Contact support', to: 'contact' }],
  },
];
