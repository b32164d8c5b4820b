import { urls } from '../../lib/urls.ts';

export type NavigationLink = { to: string; label: string };
export type NavigationGroup = { label: string; links: NavigationLink[] };

/** Only one group is open at a time (spec §2). */
export const headerGroups: NavigationGroup[] = [
  {
    label: 'About',
    links: [
      { to: urls.about, label: 'About Us' },
      { to: urls.faq, label: 'FAQ' },
    ],
  },
  {
    label: 'Legal',
    links: [
      { to: urls.privacyPolicy, label: 'Privacy Policy' },
      { to: urls.terms, label: 'Terms & Conditions' },
    ],
  },
];

export const footerGroups: NavigationGroup[] = [
  {
    label: 'Shop',
    links: [
      { to: urls.home, label: 'Browse Products' },
      { to: urls.categories, label: 'Categories' },
      { to: urls.companies, label: 'Company' },
    ],
  },
  {
    label: 'Help',
    links: [
      { to: urls.contact, label: 'Contact' },
      { to: urls.faq, label: 'FAQ' },
      { to: urls.about, label: 'About Us' },
    ],
  },
  {
    label: 'Legal',
    links: [
      { to: urls.terms, label: 'Terms & Conditions' },
      { to: urls.privacyPolicy, label: 'Privacy Policy' },
    ],
  },
];
