import Mail from 'lucide-react/icons/mail';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import { Link } from 'react-router';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { PageMeta } from '../lib/page-meta.tsx';
import { useSettings } from '../lib/state/settings.ts';
import { urls } from '../lib/urls.ts';
import { Banner } from '../ui/overlays/banner.tsx';
import { EmailText } from '../ui/text/email-text.tsx';

const linkStyle = 'font-semibold text-brand underline';

export function Component() {
  const { supportEmail } = useSettings();
  return (
    <div className="mx-auto max-w-6xl px-4 py-12">
      <PageMeta
        title="Contact Us"
        description="Questions about an order, a code or the shop: write to our support team."
        path={urls.contact}
      />
      <h1 className="text-35 font-bold">Contact Us</h1>
      <p className="mt-4 mb-8 max-w-[68ch] text-17 text-muted">
        Questions about an order, a code or the shop? Our support team reads messages 24/7.
      </p>
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr] lg:gap-12">
        <ContactForm />
        <div className="grid gap-6">
          <Banner tone="warning" title="No official support phone number">
            We never call and have no support number. Do not give codes, passwords or card details to anybody who calls
            you in our name.
          </Banner>
          <div className="flex gap-4">
            <Mail aria-hidden="true" size={24} strokeWidth={1.5} className="shrink-0 text-brand" />
            <div>
              <h2 className="font-semibold">Email</h2>
              <a href={`mailto:${supportEmail}`} className={linkStyle}>
                <EmailText address={supportEmail} />
              </a>
              <p className="text-muted">With the Order ID, if it is about an order.</p>
            </div>
          </div>
          <div className="flex gap-4">
            <MessageCircleQuestionMark aria-hidden="true" size={24} strokeWidth={1.5} className="shrink-0 text-brand" />
            <div>
              <h2 className="font-semibold">Quick answers</h2>
              <p className="text-muted">
                Payments, refunds, codes: most questions are answered in the{' '}
                <Link to={urls.faq} className={linkStyle}>
                  FAQ
                </Link>
                .
              </p>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
