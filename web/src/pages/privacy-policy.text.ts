import type { DocumentSection } from './document-text.ts';

export const privacyPolicyUpdated = 'January 1, 2023';

export const privacyPolicyIntroduction =
  'This policy explains what personal data Digital Goods Marketplace collects when you visit the shop, buy from it or ' +
  'write to us, why we need it, how long we keep it and what you can ask of us. It is part of our Terms & Conditions.';

export const privacyPolicySections: readonly DocumentSection[] = [
  {
    id: 'information-we-collect',
    title: 'Information We Collect',
    blocks: [
      'We collect what you give us when you register, buy, rate a purchase or contact us, and what your browser sends ' +
        'when it asks for a page. It falls into six groups:',
      {
        entries: [
          {
            term: 'Identity data',
            text: 'Your full name and the role of your account. We do not ask for identity documents.',
          },
          {
            term: 'Contact data',
            text: 'Your email address and your mobile number, and the address you write from when you contact us.',
          },
          {
            term: 'Transaction data',
            text:
              'The products you order, quantities, amounts, payment status, the payment and order numbers of our ' +
              'payment provider, deliveries and refunds. Card numbers and bank details are entered with the payment ' +
              'provider; they never reach our servers.',
          },
          {
            term: 'Technical data',
            text:
              'Your IP address, the type and version of your browser, and the cookies that keep you signed in and ' +
              'remember whether you prefer the light or the dark theme.',
          },
          {
            term: 'Usage data',
            text:
              'Which pages and products are viewed and what is searched for, counted to see what works, and a record ' +
              'of when the code of a purchase was shown.',
          },
          {
            term: 'Marketing data',
            text: 'Whether you want to hear from us about offers. Unless you tell us so, you do not.',
          },
        ],
      },
      'You can browse the shop and read these pages without an account. Buying needs one, because a digital purchase ' +
        'has to belong to somebody.',
    ],
  },
  {
    id: 'how-we-use-your-data',
    title: 'How We Use Your Data',
    blocks: [
      'We use personal data only where the law allows it, and only for these purposes:',
      {
        entries: [
          {
            term: 'To perform our contract with you',
            text:
              'Creating and securing your account, taking your order, confirming the payment, delivering the code or ' +
              'link, showing it again in your purchases dashboard and handling refunds.',
          },
          {
            term: 'For our legitimate interests',
            text:
              'Answering your messages, preventing fraud and abuse, finding faults, and improving the shop, where ' +
              'these interests do not override yours.',
          },
          {
            term: 'To comply with the law',
            text: 'Keeping transaction records for tax and accounting, and answering lawful requests of authorities.',
          },
          {
            term: 'With your consent',
            text: 'Sending offers. You can withdraw your consent at any time, as easily as you gave it.',
          },
        ],
      },
      'We share data only with those who need it to serve you: our payment provider, the companies that host the shop ' +
        'and deliver its email, and authorities where the law obliges us. We do not sell personal data, and we do not ' +
        'let others advertise to you with it.',
    ],
  },
  {
    id: 'data-security',
    title: 'Data Security',
    blocks: [
      'We protect personal data and the goods you buy with measures that fit the risk:',
      {
        points: [
          'The codes and links we sell are encrypted at rest and are shown only to their buyer; every time a code is shown, that is recorded.',
          'Passwords are stored as hashes from which they cannot be read back. Nobody on our team can see yours.',
          'Sign-in cookies cannot be read by scripts, end by themselves, and are all ended when you change your password.',
          'Repeated sign-in attempts are slowed down, and requests that come from other sites are refused.',
          'Only the people who need your data for their work can see it, and what administrators change is logged.',
        ],
      },
      'No system is perfectly secure. If a breach puts your rights at risk, we will tell you and the responsible ' +
        'authority without undue delay.',
    ],
  },
  {
    id: 'data-retention',
    title: 'Data Retention',
    blocks: [
      'We keep personal data only as long as its purpose or the law requires. A scheduled job then deletes it, or ' +
        'removes from it everything that points to you:',
      {
        entries: [
          { term: 'Account information', text: '5 years after the account is closed' },
          { term: 'Transaction records', text: '7 years after the transaction' },
          { term: 'Marketing preferences', text: '3 years after your last interaction with us' },
          { term: 'Support records', text: '3 years after your request is resolved' },
          { term: 'Analytics data', text: '2 years after it was collected' },
        ],
      },
      'When you delete your account, it is closed at once: you are signed out everywhere and your email address ' +
        'becomes free again. Orders stay on record for the period above, because tax law asks for them.',
    ],
  },
  {
    id: 'legal-rights',
    title: 'Legal Rights',
    blocks: [
      'Under data protection law you have these rights over your personal data:',
      {
        entries: [
          { term: 'Access', text: 'Ask for a copy of the personal data we hold about you.' },
          {
            term: 'Correction',
            text: 'Have wrong or incomplete data corrected. You can change your name yourself in your profile.',
          },
          {
            term: 'Erasure',
            text:
              'Have your data deleted where we have no legal reason to keep it. You can close your account yourself ' +
              'under Delete Account in your profile.',
          },
          { term: 'Objection', text: 'Object to uses that rest on our legitimate interests, and to any marketing.' },
          {
            term: 'Restriction',
            text: 'Ask us to pause the use of your data, for example while we check whether it is correct.',
          },
          {
            term: 'Portability',
            text: 'Receive the data you gave us in a common, machine-readable format, or have it sent to somebody else.',
          },
        ],
      },
      'Using these rights costs nothing. To protect you we may ask you to prove that the account is yours before we ' +
        'act. You can also complain to the data protection authority where you live; we would be glad to hear from you first.',
    ],
  },
  {
    id: 'contact-us',
    title: 'Contact Us',
    blocks: [
      'Write to us with any question about this policy, or to use one of your rights. We aim to answer every privacy ' +
        'request within one month. If a request is unusually complex, we will tell you within that month how much ' +
        'longer we need and why.',
    ],
  },
];
