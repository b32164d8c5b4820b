import { type Grant, OWNER, type Permission, permissions } from '@shop/contract/accounts/permissions';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { permissionTexts } from './permission-texts.ts';

type GrantsFieldProps = {
  grants: readonly Grant[];
  isDisabled: boolean;
  onChange: (grants: readonly Grant[]) => void;
};

/** The permissions of an admin: all of them (owner) or some. */
export function GrantsField({ grants, isDisabled, onChange }: GrantsFieldProps) {
  const isOwner = grants.includes(OWNER);
  const toggle = (permission: Permission, isGranted: boolean) =>
    onChange(permissions.filter((one) => (one === permission ? isGranted : grants.includes(one))));
  return (
    <fieldset disabled={isDisabled} className="grid gap-4">
      <SelectField
        label="Rights"
        value={isOwner ? OWNER : 'some'}
        options={[
          { value: OWNER, label: 'Owner: everything' },
          { value: 'some', label: 'Some permissions' },
        ]}
        onChange={(event) => onChange(event.target.value === OWNER ? [OWNER] : [])}
        hint={isOwner ? 'Owners also give permissions to other admins.' : 'Can do what is selected below.'}
      />
      {!isOwner && (
        <div className="grid gap-3 border-l-2 border-line pl-4">
          {permissions.map((permission) => (
            <CheckboxField
              key={permission}
              {...permissionTexts[permission]}
              checked={grants.includes(permission)}
              onChange={(event) => toggle(permission, event.target.checked)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
