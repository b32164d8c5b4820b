import type { SignIn } from '@shop/contract/admin';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { formatTime } from '../../../lib/dates.ts';
import { pageOf } from '../../../lib/search-params.ts';
import { urls } from '../../../lib/urls.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { loadSignIns } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { ListPages } from '../list/list-pages.tsx';
import { type Column, ListTable } from '../list/list-table.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { useLoad } from '../list/use-load.ts';
import { OriginText } from './origin-text.tsx';

const columns: [Column<SignIn>, ...Column<SignIn>[]] = [
  { header: 'When', cell: ({ at }) => formatTime(at) },
  {
    header: 'Who',
    cell: ({ user }) => (
      <span className="wrap-anywhere">
        {user?.name ?? 'No such account'} {user && <span className="block text-13 text-muted">{user.email}</span>}
      </span>
    ),
  },
  {
    header: 'Outcome',
    cell: ({ isSuccess }) => <StatusDot tone={isSuccess ? 'good' : 'bad'} word={isSuccess ? 'Signed in' : 'Refused'} />,
  },
  { header: 'From', cell: (signIn) => <OriginText {...signIn} /> },
];

export function Component() {
  const { signIns } = useSelector(adminSlice.selectSlice);
  const { search, hrefFor } = useListAddress();
  const query = useMemo(() => ({ page: pageOf(search.get('page')) }), [search]);
  const reload = useLoad(loadSignIns, query);
  return (
    <>
      <ScreenHeader title="Sign-ins" hint="Who signed in, or tried to, in the last 90 days">
        <LinkButton to={urls.adminAudit} variant="secondary">
          Audit log
        </LinkButton>
      </ScreenHeader>
      <ListTable
        label="Sign-ins"
        list={signIns}
        columns={columns}
        onRetry={reload}
        empty={<EmptyState title="No sign-ins found" hint="Whoever signs in, or tries to, is recorded here." />}
      />
      <ListPages pagination={signIns.reply?.pagination} hrefFor={hrefFor} />
    </>
  );
}
