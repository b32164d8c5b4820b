import type { SignIn } from '@shop/contract/admin';
import { formatTime } from '../../../lib/format/dates.ts';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import type { Columns } from '../list/list-table.tsx';
import { OriginText } from './origin-text.tsx';
import { PersonText } from './person-text.tsx';

export const signInsColumns: Columns<SignIn> = [
  { header: 'When', cell: ({ at }) => formatTime(at) },
  {
    header: 'Who',
    cell: ({ user }) => <PersonText person={user} fallback="No such account" />,
  },
  {
    header: 'Outcome',
    cell: ({ isSuccess }) => <StatusDot tone={isSuccess ? 'good' : 'bad'} word={isSuccess ? 'Signed in' : 'Refused'} />,
  },
  { header: 'From', cell: (signIn) => <OriginText {...signIn} /> },
];
