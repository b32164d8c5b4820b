import { urls } from '../../lib/urls.ts';

type NavigationLink = { to: string; label: string };
type NavigationGroup = { label: string; links: NavigationLink[] };

const about = { to: urls.about, label: 'About Us' };
const faq = { to: urls.faq, label: 'FAQ' };
const privacy = { to: urls.privacyPolicy, label: 'Privacy Policy' };
const terms = { to: urls.terms, label: 'Terms & Conditions' };

/** Only one group is open at a time (spec §2). */
export const headerGroups: NavigationGroup[] = [
  { label: 'About', links: [about, faq] },
  { label: 'Legal', links: [privacy, terms] },
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
  { label: 'Help', links: [{ to: urls.contact, label: 'Contact' }, faq, about] },
  { label: 'Legal', links: [terms, privacy] },
];
