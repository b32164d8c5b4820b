import { DocumentPage } from './document-page.tsx';
import { SupportLinks } from './support-links.tsx';
import { termsIntroduction, termsSections, termsUpdated } from './terms.text.ts';

export const Component = () => (
  <DocumentPage
    title="Terms & Conditions"
    updated={termsUpdated}
    introduction={termsIntroduction}
    sections={termsSections}
    closing={<SupportLinks />}
  />
);
