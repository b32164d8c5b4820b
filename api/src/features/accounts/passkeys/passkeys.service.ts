import type { Assertion, NewCredential, Passkey } from '@shop/contract/accounts/passkeys';
import { minutesAfter } from '../../../platform/clock.ts';
import { inTransaction, violates } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { Origin } from '../../../platform/http/requests/request-origin.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { newId } from '../../../platform/ids.ts';
import { type Limit, limit, type RateLimitDeps } from '../../../platform/rate-limit.ts';
import type { Database } from '../../../tables.ts';
import { findOpenUser, type OpenUser } from '../accounts.queries.ts';
import { mailPersonAndOwners } from '../security-mails/security-mails.ts';
import { secretHashOf } from '../sessions/secret.rules.ts';
import { markSecondFactor, removeOtherSessions, unmarkSecondFactor } from '../sessions/sessions.queries.ts';
import { PENDING_SIGN_IN_MINUTES } from '../sessions/sessions.rules.ts';
import { type OpenSession, openSession } from '../sessions/sessions.service.ts';
import { claimPendingSignIn, insertPendingSignIn } from '../sign-in/pending-sign-ins.queries.ts';
import { recordSignIn } from '../sign-in/sign-ins.service.ts';
import { requireSecondFactor } from '../two-factor/require-second-factor.ts';
import {
  challengeIn,
  creationOptions,
  type RelyingParty,
  requestOptions,
  verifyNew,
  verifyUse,
} from './passkey-ceremony.ts';
import {
  claimPasskeyUse,
  findPasskey,
  insertPasskey,
  listPasskeysOf,
  type PasskeyRow,
  removePasskey,
  updatePasskeyName,
} from './passkeys.queries.ts';

export type PasskeyDeps = RateLimitDeps;

const MAX_PASSKEYS = 20;
const CHALLENGES_PER_ADDRESS: Limit = { max: 60, windowMinutes: 15 };
const REFUSALS_PER_ADDRESS: Limit = { max: 30, windowMinutes: 15 };

const passkeyOnWire = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  isBackedUp: row.backed_up,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export const listPasskeys = async ({ db }: { db: Database }, { _id }: SessionUser): Promise<Passkey[]> =>
  (await listPasskeysOf(db, _id)).map(passkeyOnWire);

type Challenge = { purpose: 'passkey' | 'new-passkey'; userId: string | null };

/** Challenges are stored in the table of pending sign-ins: by their hash, for a few minutes, for one use. */
async function storeChallenge<T extends { challenge: string }>(
  { db, clock }: PasskeyDeps,
  options: T,
  { purpose, userId }: Challenge,
): Promise<T> {
  const expiresAt = minutesAfter(clock.now(), PENDING_SIGN_IN_MINUTES);
  await insertPendingSignIn(db, { tokenHash: secretHashOf(options.challenge), purpose, userId, expiresAt });
  return options;
}

async function claimChallenge(
  { db, clock }: PasskeyDeps,
  answer: NewCredential | Assertion,
  { purpose, userId }: Challenge,
): Promise<string> {
  const challenge = challengeIn(answer);
  const pending = await claimPendingSignIn(db, { tokenHash: secretHashOf(challenge), purpose }, clock.now());
  if (!pending || pending.user_id !== userId) throw fail('passkeyRefused');
  return challenge;
}

export async function startPasskey(deps: PasskeyDeps, party: RelyingParty, user: SessionUser) {
  await requireSecondFactor(deps.db, user);
  const known = await listPasskeysOf(deps.db, user._id);
  if (known.length >= MAX_PASSKEYS) throw fail('tooManyPasskeys');
  return storeChallenge(deps, await creationOptions(party, user, known), { purpose: 'new-passkey', userId: user._id });
}

export async function addPasskey(
  deps: PasskeyDeps,
  party: RelyingParty,
  user: SessionUser,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<Passkey> {
  await requireSecondFactor(deps.db, user);
  const { _id, session } = user;
  const challenge = await claimChallenge(deps, credential, { purpose: 'new-passkey', userId: _id });
  const made = await verifyNew(party, credential, challenge);
  try {
    return await inTransaction(deps.db, async (db) => {
      const row = await insertPasskey(db, {
        id: newId(),
        user_id: _id,
        credential_id: made.credential.id,
        public_key: Buffer.from(made.credential.publicKey),
        counter: made.credential.counter,
        transports: made.credential.transports ?? [],
        device_type: made.credentialDeviceType,
        backed_up: made.credentialBackedUp,
        name,
        created_at: deps.clock.now(),
        last_used_at: null,
      });
      // A concurrent password change may have ended this session. Its passkey must not be added then.
      if (!(await markSecondFactor(db, session))) throw fail('notSignedIn');
      await mailPersonAndOwners(db, { kind: 'passkey-added', personId: _id, at: row.created_at, detail: name });
      return passkeyOnWire(row);
    });
  } catch (error) {
    if (violates(error, 'passkeys_credential_id_key')) throw fail('passkeyRefused');
    throw error;
  }
}

export async function renamePasskey(
  { db }: PasskeyDeps,
  { _id }: SessionUser,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const row = await updatePasskeyName(db, { id, userId: _id }, name);
  if (!row) throw fail('notFound');
  return passkeyOnWire(row);
}

/** Ends the user's other sessions, because the removed passkey may have started them. */
export const deletePasskey = ({ db, clock }: PasskeyDeps, user: SessionUser, id: string): Promise<void> =>
  inTransaction(db, async (db) => {
    await requireSecondFactor(db, user);
    const { _id, session } = user;
    const removed = await removePasskey(db, { id, userId: _id });
    if (!removed) throw fail('notFound');
    await unmarkSecondFactor(db, _id);
    await removeOtherSessions(db, _id, session);
    await mailPersonAndOwners(db, {
      kind: 'passkey-removed',
      personId: _id,
      at: clock.now(),
      detail: removed.name,
    });
  });

export async function askForPasskey(deps: PasskeyDeps, party: RelyingParty, address: string) {
  await limit(deps, `passkey-challenge:${address}`, CHALLENGES_PER_ADDRESS);
  return storeChallenge(deps, await requestOptions(party), { purpose: 'passkey', userId: null });
}

/** Verifies the signed challenge and returns the user who owns the passkey. */
async function signerOf(deps: PasskeyDeps, party: RelyingParty, answer: Assertion): Promise<OpenUser> {
  const expectedChallenge = await claimChallenge(deps, answer, { purpose: 'passkey', userId: null });
  const passkey = await findPasskey(deps.db, answer.id);
  const user = passkey && (await findOpenUser(deps.db, passkey.user_id));
  if (!passkey || !user?.active) throw fail('passkeyRefused');
  const { newCounter, credentialBackedUp } = await verifyUse(party, answer, { expectedChallenge, passkey });
  const use = { id: passkey.id, counter: newCounter, isBackedUp: credentialBackedUp, now: deps.clock.now() };
  if (!(await claimPasskeyUse(deps.db, use))) throw fail('passkeyRefused');
  return user;
}

/** Counts the attempt before it is verified, and takes the count back on success: only refused attempts count. */
async function limitRefusals<T>(deps: PasskeyDeps, address: string, attempt: () => Promise<T>): Promise<T> {
  const hit = await limit(deps, `passkey:${address}`, REFUSALS_PER_ADDRESS);
  const accepted = await attempt();
  await hit.giveBack();
  return accepted;
}

export const acceptPasskey = (
  deps: PasskeyDeps,
  party: RelyingParty,
  { passkey, address }: { passkey: Assertion; address: string },
): Promise<OpenUser> => limitRefusals(deps, address, () => signerOf(deps, party, passkey));

export async function signInWithPasskey(
  deps: PasskeyDeps,
  party: RelyingParty,
  { passkey, address, origin }: { passkey: Assertion; address: string; origin: Origin },
): Promise<OpenSession> {
  const user = await limitRefusals(deps, address, () =>
    signerOf(deps, party, passkey).catch(async (error) => {
      const known = await findPasskey(deps.db, passkey.id);
      await recordSignIn(deps, { userId: known?.user_id ?? null, isSuccess: false, origin });
      throw error;
    }),
  );
  return openSession(deps, user, { hasSecondFactor: true });
}
