import { EmailText } from '../../../ui/text/email-text.tsx';

type Props = { person: { name: string; email: string } | null; fallback: string };

export const PersonText = ({ person, fallback }: Props) => (
  <span className="block leading-tight wrap-anywhere sm:min-w-28">
    {person?.name ?? fallback}{' '}
    {person && (
      <span className="block text-13 text-muted">
        <EmailText address={person.email} />
      </span>
    )}
  </span>
);
