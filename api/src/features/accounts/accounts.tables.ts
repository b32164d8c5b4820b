import type { Role } from '@shop/contract/accounts/accounts';
import type { Permission } from '@shop/contract/accounts/permissions';
import type { ViewedList } from '@shop/contract/saved-views';
import type { Generated, GeneratedAlways } from 'kysely';
import type { WithDefault } from '../../platform/database/column-types.ts';

type UsersTable = {
  id: string;
  name: string;
  email: string;
  mobile: string | null;
  role: WithDefault<Role>;
  /** The permissions of an admin; null means all. */
  permissions: WithDefault<Permission[] | null>;
  password_hash: string;
  active: WithDefault<boolean>;
  created_at: WithDefault<Date>;
  updated_at: WithDefault<Date>;
  closed_at: Date | null;
  /** The first time that somebody opened a link mailed to the address. Null: the address is not verified. */
  email_verified_at: WithDefault<Date | null>;
  /** A keyed hash of the address: on closed accounts, and on later accounts of the same address. */
  person: WithDefault<Buffer | null>;
  searched: GeneratedAlways<string>;
};

type SessionsTable = {
  id_hash: Buffer;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  proved_at: WithDefault<Date | null>;
  has_second_factor: WithDefault<boolean>;
  id: Generated<string>;
  device: WithDefault<string>;
};

type TwoFactorTable = {
  user_id: string;
  key_id: string;
  secret_sealed: Buffer;
  last_step: WithDefault<number>;
  started_at: Date;
  confirmed_at: Date | null;
};

type RecoveryCodesTable = { user_id: string; code_hash: Buffer; used_at: Date | null };

type PasskeysTable = {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  device_type: 'singleDevice' | 'multiDevice';
  backed_up: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

export type PendingSignInPurpose = 'second-step' | 'passkey' | 'new-passkey';

type SignInTicketsTable = {
  token_hash: Buffer;
  purpose: PendingSignInPurpose;
  user_id: string | null;
  expires_at: Date;
};

type KnownDevicesTable = { token_hash: Buffer; user_id: string; first_seen_at: Date; last_seen_at: Date };

type ResetTokensTable = {
  user_id: string;
  token_hash: Buffer;
  requested_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

type SignInsTable = {
  id: string;
  at: Date;
  user_id: string | null;
  is_success: boolean;
  address: string;
  device: string;
};

type SavedViewsTable = {
  id: string;
  user_id: string;
  list: ViewedList;
  name: string;
  search: string;
  created_at: Date;
};

export type AccountTables = {
  users: UsersTable;
  sessions: SessionsTable;
  two_factor: TwoFactorTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  sign_in_tickets: SignInTicketsTable;
  known_devices: KnownDevicesTable;
  reset_tokens: ResetTokensTable;
  sign_ins: SignInsTable;
  saved_views: SavedViewsTable;
};
