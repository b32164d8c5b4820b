import type { Role, User } from '@shop/contract/accounts/accounts';
import { OWNER } from '@shop/contract/accounts/permissions';
import { roles } from '@shop/contract/accounts/roles';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { authSlice } from '../../auth/auth.slice.ts';
import { changeUser, loadUser } from '../admin.requests.ts';
import { FormModal, type FormWiring } from '../form-modal.tsx';
import { FactList } from '../list/fact-list.tsx';
import { useItem } from '../list/use-item.ts';
import { GrantsField } from './grants-field.tsx';
import { accessOf, userChange } from './user-change.ts';

const roleOptions = roles.map((role) => ({ value: role, label: role }));

type UserPanelProps = { id: string; onClose: () => void };

export function UserPanel({ id, onClose }: UserPanelProps) {
  const { data: user, error, isMissing } = useItem(loadUser, (admin) => admin.user, id);
  return (
    <FormModal title="User details" saveText="Save changes" isReady={user !== null} onClose={onClose} onSaved={onClose}>
      {(form) => {
        if (user) return <UserForm {...form} user={user} />;
        if (isMissing) return <EmptyState title="User not found" hint="The account may have been deleted." />;
        return error ? <Banner tone="error">{error}</Banner> : <LoadingScreen />;
      }}
    </FormModal>
  );
}

function UserForm({ id, user, onDirtyChange, onSaving, onSaved }: FormWiring<void> & { user: User }) {
  const dispatch = useAppDispatch();
  const [role, setRole] = useState<Role>(user.role);
  const [active, setActive] = useState(user.active);
  const [grants, setGrants] = useState(accessOf(user).grants);
  const me = useSelector(authSlice.selectSlice).user;
  const isOwner = me?.permissions?.includes(OWNER) ?? false;
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = userChange(user, { role, active, grants });
  const hasChanges = Object.keys(change).length > 0;
  useEffect(() => onDirtyChange(hasChanges), [hasChanges, onDirtyChange]);

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    // Every change signs the user out everywhere, even an empty one.
    if (!hasChanges) return onSaved();
    onSaving(true);
    setRefusal(null);
    const outcome = await dispatch(changeUser({ id: user._id, ...change }));
    onSaving(false);
    if (!changeUser.fulfilled.match(outcome)) return setRefusal(outcome.payload?.message ?? REQUEST_FAILED);
    toast(outcome.payload.message, { tone: 'success' });
    onSaved();
  }

  return (
    <form id={id} onSubmit={save} className="grid gap-6">
      {refusal && (
        <Banner tone="error" isAnswer>
          {refusal}
        </Banner>
      )}
      <FactList
        facts={[
          { label: 'Name', value: user.name },
          { label: 'Email', value: user.email },
          { label: 'Mobile', value: user.mobile ?? 'N/A' },
          { label: 'Joined', value: formatDay(user.createdAt) },
          { label: 'User ID', value: user._id },
        ]}
      />
      <SelectField
        label="Role"
        value={role}
        options={roleOptions}
        onChange={(event) => setRole(event.target.value as Role)}
        disabled={!isOwner}
        hint={isOwner ? 'Only administrators may enter the back office.' : 'Only owners of the shop change roles.'}
      />
      {role === 'admin' && <GrantsField grants={grants} isDisabled={!isOwner} onChange={setGrants} />}
      <CheckboxField
        label="Active"
        checked={active}
        onChange={(event) => setActive(event.target.checked)}
        disabled={!isOwner && user.role === 'admin'}
        hint="An inactive user is signed out everywhere and cannot sign in."
      />
    </form>
  );
}
