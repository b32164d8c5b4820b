import type { Role, User } from '@shop/contract/accounts';
import { OWNER } from '@shop/contract/permissions';
import { roles } from '@shop/contract/roles';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/dates.ts';
import { useAppDispatch } from '../../../lib/dispatch.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { authSlice } from '../../auth/auth.slice.ts';
import { changeUser, loadUser } from '../admin.requests.ts';
import { FactList } from '../list/fact-list.tsx';
import { useItem } from '../list/use-item.ts';
import { useUnsavedChanges } from '../unsaved-changes.tsx';
import { GrantsField } from './grants-field.tsx';
import { accessOf, userChange } from './user-change.ts';

const FORM_ID = 'user-change';
const roleOptions = roles.map((role) => ({ value: role, label: role }));

type UserPanelProps = { id: string; onClose: () => void };

export function UserPanel({ id, onClose }: UserPanelProps) {
  const { data: user, error, isMissing } = useItem(loadUser, (admin) => admin.user, id);
  const [isSaving, setIsSaving] = useState(false);
  const { noteChanges, question } = useUnsavedChanges(isSaving);
  return (
    <>
      <Modal
        isOpen
        title="User details"
        onClose={onClose}
        onBeforeClose={() => !isSaving}
        footer={
          <>
            <Button variant="secondary" onClick={onClose} disabled={isSaving}>
              Cancel
            </Button>
            <Button type="submit" form={FORM_ID} disabled={!user} isBusy={isSaving} busyText="Processing...">
              Save changes
            </Button>
          </>
        }
      >
        {isMissing && <EmptyState title="User not found" hint="The account may have been deleted." />}
        {error && !isMissing && <Banner tone="error">{error}</Banner>}
        {!user && !error && <LoadingScreen />}
        {user && (
          <UserForm
            user={user}
            onDirtyChange={noteChanges}
            onSaving={setIsSaving}
            onSaved={() => {
              noteChanges(false);
              onClose();
            }}
          />
        )}
      </Modal>
      {question}
    </>
  );
}

type UserFormProps = {
  user: User;
  onDirtyChange: (isDirty: boolean) => void;
  onSaving: (isSaving: boolean) => void;
  onSaved: () => void;
};

function UserForm({ user, onDirtyChange, onSaving, onSaved }: UserFormProps) {
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
    // A change signs the user out everywhere, also one of nothing.
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
    <form id={FORM_ID} onSubmit={save} className="grid gap-6">
      {refusal && <Banner tone="error">{refusal}</Banner>}
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
        hint="An inactive user is signed out everywhere and cannot sign in."
      />
    </form>
  );
}
