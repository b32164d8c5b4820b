import { EmailText } from '../../../ui/email-text.tsx';

type Props = { person: { name: string; email: string } | null; nobody: string };

export const WhoText = ({ person, nobody }: Props) => (
  <span className="block min-w-28 leading-tight wrap-anywhere">
    {person?.name ?? nobody}{' '}
    {person && (
      <span className="block text-13 text-muted">
        <EmailText address={person.email} />
      </span>
    )}
  </span>
);
