import Mail from 'lucide-react/icons/mail';
import { useSettings } from '../lib/state/settings.ts';
import { urls } from '../lib/urls.ts';
import { buttonStyle } from '../ui/buttons/button-style.ts';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { EmailText } from '../ui/text/email-text.tsx';

/** Links to the contact form and the support address. */
export function SupportLinks() {
  const { supportEmail } = useSettings();
  return (
    <p className="flex flex-wrap gap-3">
      <LinkButton to={urls.contact}>Contact us</LinkButton>
      <a href={`mailto:${supportEmail}`} className={buttonStyle({ variant: 'secondary', className: 'max-w-full' })}>
        <Mail aria-hidden="true" size={18} className="shrink-0" />
        <EmailText address={supportEmail} />
      </a>
    </p>
  );
}
