import type { DocumentSection } from './document-text.ts';

export const termsUpdated = 'July 17, 2025';

export const termsIntroduction =
  'These terms are the agreement between you and Digital Goods Marketplace. They apply whenever you visit the shop, ' +
  'open an account or buy from us. Please read them before you buy.';

export const termsSections: readonly DocumentSection[] = [
  {
    id: 'acceptance',
    title: 'Acceptance',
    blocks: [
      'By using Digital Goods Marketplace you accept these Terms & Conditions and our Privacy Policy. If you do not ' +
        'agree with them, please do not use the shop.',
      'You must be at least 18 years old, or have the permission of a parent or guardian, and be able to enter into a ' +
        'binding contract where you live.',
    ],
  },
  {
    id: 'user-accounts',
    title: 'User Accounts',
    blocks: [
      'You can browse without an account; buying needs one. When you register you agree to:',
      {
        points: [
          'give your correct name, email address and mobile number, and keep them up to date;',
          'keep your password to yourself, and tell us at once if you believe somebody else knows it;',
          'answer for what is done with your account, unless it was misused through no fault of yours;',
          'keep the account for yourself and not sell, lend or share it.',
        ],
      },
      'You can close your account at any time under Delete Account in your profile. We may suspend or close an account ' +
        'that breaks these terms or is used for fraud; goods that were paid for and delivered remain yours.',
    ],
  },
  {
    id: 'purchases',
    title: 'Purchases',
    blocks: [
      'Prices are in Indian rupees (₹). The price that counts is the one shown when you place the order; if it has ' +
        'changed since you opened the page, we tell you before you pay. One order is for one product.',
      'When you press Buy Now we reserve the product for you for 15 minutes. If the payment is not completed in that ' +
        'time, fails or is cancelled, the reservation ends and you are not charged. If money nevertheless reaches us ' +
        'late, we deliver the order if the product is still in stock, and refund it in full if it is not.',
      'Payments are handled by our payment provider. The contract for a purchase comes about when the payment is ' +
        'confirmed. We may decline an order in case of an obvious pricing error or a suspicion of fraud; what you ' +
        'paid is then refunded in full.',
    ],
  },
  {
    id: 'digital-goods',
    title: 'Digital Goods',
    blocks: [
      'We sell coupons, vouchers, gift cards, software keys, memberships and similar goods that consist of a code or a ' +
        'link. Nothing is shipped. Delivery is free of charge and happens as soon as the payment is confirmed: the ' +
        'code is shown in your purchases dashboard, and an email tells you that it is there.',
      {
        points: [
          'Each product page states how to redeem the product, its terms, and when it expires. Please check them before you buy: a code cannot be used after its expiry date.',
          'A product marked One Time Use can be bought once per customer.',
          'The company that honours a code may set conditions of its own; they apply in addition to these terms.',
          'Keep your codes safe. Whoever has a code can usually use it, and we cannot replace one that was used after you revealed it.',
        ],
      },
      'Sellers who offer goods through the Seller Center promise that their codes are genuine, unused and theirs to ' +
        'sell. We withdraw offers that break this promise.',
    ],
  },
  {
    id: 'refund-policy',
    title: 'Refund Policy',
    blocks: [
      'All sales are final. A code that has been delivered cannot be returned, because it could have been used or ' +
        'copied.',
      'There is one exception: if a code does not work, report it within 7 days of purchase. Write to us with the ' +
        'Order ID and what happened when you tried to redeem it. We check the code with the company that issued it ' +
        'and, if it was invalid, already used before you received it or expired when you bought it, we refund the ' +
        'full amount to the payment method you used.',
      'A payment that was taken but not delivered, or taken twice, is refunded in full without a request. Nothing in ' +
        'this policy limits rights that the law gives you as a consumer and that cannot be waived.',
    ],
  },
  {
    id: 'prohibited-uses',
    title: 'Prohibited Uses',
    blocks: [
      'You may not use the shop to:',
      {
        points: [
          'break a law, launder money, or pay with a card or account that is not yours to use;',
          'buy for commercial resale without our written permission, or get around the limit of a One Time Use product;',
          'claim a refund for a code that you or somebody you gave it to has used;',
          'guess or test codes, passwords or sign-in links, or try to see data that is not yours;',
          'overload, scrape or disturb the shop, or send it malicious content;',
          'pretend to be somebody else, including a member of our team.',
        ],
      },
    ],
  },
  {
    id: 'limitation-of-liability',
    title: 'Limitation of Liability',
    blocks: [
      'We run the shop with care, but we do not promise that it is available without interruption or free of faults. ' +
        'The companies whose codes you redeem are responsible for their own goods and services.',
      'As far as the law allows, we are not liable for indirect or consequential losses, and our total liability for a ' +
        'purchase is limited to the amount you paid for it.',
      'Nothing in these terms excludes liability that cannot be excluded by law, such as for fraud, for intent or ' +
        'gross negligence, or for death or personal injury.',
    ],
  },
  {
    id: 'changes-to-terms',
    title: 'Changes to Terms',
    blocks: [
      'We may change these terms, for example when the law or the shop changes. The date at the top says when they were ' +
        'last changed; about important changes we tell account holders by email before they apply.',
      'A purchase is governed by the terms that were in force when you made it. If you keep using the shop after a ' +
        'change, you accept the new terms for what comes after.',
    ],
  },
  {
    id: 'governing-law',
    title: 'Governing Law',
    blocks: [
      'These terms are governed by the laws of the State of Delaware, United States, without regard to its conflict of ' +
        'law rules, and disputes are heard by the courts of Delaware. If you are a consumer, the mandatory protection ' +
        'of the law of the place where you live remains yours.',
      'Please talk to us first: most disputes are solved by one message. Should one part of these terms be invalid, the ' +
        'rest stays in force.',
    ],
  },
  {
    id: 'contact-information',
    title: 'Contact Information',
    blocks: [
      'Questions about these terms or about an order are welcome; our support team reads messages 24/7. There is no ' +
        'official support phone number: anybody who calls you in our name is not one of us.',
    ],
  },
];
