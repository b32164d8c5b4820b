import { urls } from '../lib/urls.ts';
import { DocumentPage } from './document-page.tsx';
import { SupportLinks } from './support-links.tsx';
import { termsIntroduction, termsSections, termsUpdated } from './terms.text.ts';

export const Component = () => (
  <DocumentPage
    title="Terms & Conditions"
    path={urls.terms}
    updated={termsUpdated}
    introduction={termsIntroduction}
    sections={termsSections}
    closing={<SupportLinks />}
  />
);
