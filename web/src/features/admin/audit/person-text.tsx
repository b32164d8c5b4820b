import { EmailText } from '../../../ui/text/email-text.tsx';

type Props = { person: { name: string; email: string } | null; nobody: string };

export const WhoText = ({ person, nobody }: Props) => (
  <span className="block leading-tight wrap-anywhere sm:min-w-28">
    {person?.name ?? nobody}{' '}
    {person && (
      <span className="block text-13 text-muted">
        <EmailText address={person.email} />
      </span>
    )}
  </span>
);
