import { useNavigate, useParams, useSearchParams } from 'react-router';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { urls } from '../../../lib/urls.ts';
import { loadUsers } from '../admin.requests.ts';
import { PeopleScreen } from './people-screen.tsx';
import { UserPanel } from './user-panel.tsx';

/** The list of users. With a user id in the URL, that user's panel opens over it (spec point 11). */
export function Component() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <PeopleScreen
        title="Users"
        load={loadUsers}
        listOf={(admin) => admin.users}
        linkOf={({ _id }, search) => ({
          to: `${urls.adminUser(_id)}?${search}`,
          state: listOverlayState,
          preventScrollReset: true,
        })}
      />
      {id && (
        <UserPanel
          key={id}
          id={id}
          onClose={() => navigate(`${urls.adminUsers}?${search}`, { preventScrollReset: true })}
        />
      )}
    </>
  );
}
