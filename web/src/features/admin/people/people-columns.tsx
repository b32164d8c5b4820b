import type { Role, User } from '@shop/contract/accounts/accounts';
import { Link, type LinkProps } from 'react-router';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { RowActions } from '../../../ui/data-table.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Badge, type BadgeTone } from '../../../ui/text/badge.tsx';
import { EmailText } from '../../../ui/text/email-text.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import type { Columns } from '../list/list-table.tsx';
import { DayText } from '../list/time-text.tsx';

export type ViewLink = Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>;

const roleTones: Record<Role, BadgeTone> = { admin: 'brand', moderator: 'amber', customer: 'neutral' };

/** The badge does not wrap beside a long email address. */
const RoleBadge = ({ role }: { role: Role }) => (
  <span className="whitespace-nowrap">
    <Badge tone={roleTones[role]}>{role}</Badge>
  </span>
);

export const peopleColumns = (linkOf: (user: User) => ViewLink): Columns<User> => [
  {
    header: 'Customer',
    cell: (user) => (
      <span className="flex items-center gap-3 leading-tight">
        <Avatar name={user.name} />
        <span className="min-w-20">
          <Link {...linkOf(user)} className="line-clamp-2 wrap-anywhere hover:underline">
            {user.name}
          </Link>
          <span className="amount block text-13 font-normal text-muted">{user.mobile ?? 'N/A'}</span>
        </span>
      </span>
    ),
  },
  { header: 'Email', cell: ({ email }) => <EmailText address={email} /> },
  { header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  {
    header: 'Status',
    cell: ({ active }) => <StatusDot tone={active ? 'good' : 'idle'} word={active ? 'Active' : 'Inactive'} />,
  },
  { header: 'Joined', cell: ({ createdAt }) => <DayText at={createdAt} /> },
  {
    header: 'View',
    cell: (user) => (
      <RowActions>
        <LinkButton {...linkOf(user)} variant="secondary" size="sm" aria-label={`View ${user.name}`}>
          View
        </LinkButton>
      </RowActions>
    ),
  },
];
