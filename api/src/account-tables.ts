import type { Role } from '@shop/contract/accounts/accounts';
import type { Permission } from '@shop/contract/accounts/permissions';
import type { ViewedList } from '@shop/contract/saved-views';
import type { Generated, GeneratedAlways } from 'kysely';
import type { WithDefault } from './column-types.ts';

/** The tables about people and how they sign in. */
export type UsersTable = {
  id: string;
  name: string;
  email: string;
  mobile: string | null;
  role: WithDefault<Role>;
  /** Of administrators; null is everything. */
  permissions: WithDefault<Permission[] | null>;
  password_hash: string;
  active: WithDefault<boolean>;
  created_at: WithDefault<Date>;
  updated_at: WithDefault<Date>;
  closed_at: Date | null;
  /** When somebody first followed a link that was mailed to the address. Null: nobody has proved the address. */
  email_verified_at: WithDefault<Date | null>;
  /** On a closed account and on those that its address has opened since. */
  person: WithDefault<Buffer | null>;
  searched: GeneratedAlways<string>;
};

export type SessionsTable = {
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

export type TwoFactorTable = {
  user_id: string;
  key_id: string;
  secret_sealed: Buffer;
  last_step: WithDefault<number>;
  started_at: Date;
  confirmed_at: Date | null;
};

export type PasskeysTable = {
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

export type RecoveryCodesTable = { user_id: string; code_hash: Buffer; used_at: Date | null };

export type PendingSignInPurpose = 'second-step' | 'passkey' | 'new-passkey';
export type SignInTicketsTable = {
  token_hash: Buffer;
  purpose: PendingSignInPurpose;
  user_id: string | null;
  expires_at: Date;
};

export type KnownDevicesTable = { token_hash: Buffer; user_id: string; first_seen_at: Date; last_seen_at: Date };

export type ResetTokensTable = {
  user_id: string;
  token_hash: Buffer;
  requested_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

export type SignInsTable = {
  id: string;
  at: Date;
  user_id: string | null;
  is_success: boolean;
  address: string;
  device: string;
};

export type SavedViewsTable = {
  id: string;
  user_id: string;
  list: ViewedList;
  name: string;
  search: string;
  created_at: Date;
};
