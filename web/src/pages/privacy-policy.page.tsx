import { urls } from '../lib/urls.ts';
import { DocumentPage } from './document-page.tsx';
import { privacyPolicyIntroduction, privacyPolicySections, privacyPolicyUpdated } from './privacy-policy.text.ts';
import { SupportLinks } from './support-links.tsx';

export const Component = () => (
  <DocumentPage
    title="Privacy Policy"
    path={urls.privacyPolicy}
    updated={privacyPolicyUpdated}
    introduction={privacyPolicyIntroduction}
    sections={privacyPolicySections}
    closing={<SupportLinks />}
  />
);
