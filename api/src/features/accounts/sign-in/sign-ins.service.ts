import type { SignIn } from '@shop/contract/admin';
import type { Page } from '@shop/contract/common';
import type { Clock } from '../../../platform/clock.ts';
import type { Origin } from '../../../platform/http/requests/request-origin.ts';
import { newId } from '../../../platform/ids.ts';
import { type PageRange, pageOf, rowsOf } from '../../../platform/lists/page.ts';
import type { Database } from '../../../tables.ts';
import { insertSignIn, listSignInRows, type SignInRow } from './sign-ins.queries.ts';

type SignInDeps = { db: Database; clock: Clock };
type Try = { userId: string | null; isSuccess: boolean; origin: Origin };

/** Also records attempts for unknown emails, so that the response time does not reveal whether an account exists. */
export const recordSignIn = ({ db, clock }: SignInDeps, { userId, isSuccess, origin }: Try): Promise<void> =>
  insertSignIn(db, { id: newId(), at: clock.now(), user_id: userId, is_success: isSuccess, ...origin });

const signInOnWire = (row: SignInRow): SignIn => ({
  _id: row.id,
  at: row.at.toISOString(),
  user: row.user_id === null ? null : { _id: row.user_id, name: row.name ?? '', email: row.email ?? '' },
  isSuccess: row.is_success,
  address: row.address,
  device: row.device,
});

/** Newest first. */
export async function listSignIns({ db }: SignInDeps, range: PageRange): Promise<Page<SignIn>> {
  const { rows, total } = await listSignInRows(db, rowsOf(range));
  return pageOf(rows.map(signInOnWire), { ...range, total });
}
