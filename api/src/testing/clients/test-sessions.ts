import { sessionCookies } from '../../features/accounts/sessions/session-cookie.ts';
import { openSession } from '../../features/accounts/sessions/sessions.service.ts';
import type { Shop } from '../../shop.ts';
import { buildUser } from '../data/builders.ts';
import { TestClient } from './test-client.ts';

export type TestUser = Awaited<ReturnType<typeof buildUser>>;
/** A browser in which somebody is signed in. */
export type SignedInClient = TestClient & { user: TestUser };

/** Opens a session without the sign-in call, because password hashing is slower than most tests. */
export async function signedInClient(
  shop: Shop,
  url: string,
  overrides: Parameters<typeof buildUser>[1],
): Promise<SignedInClient> {
  const user = await buildUser(shop, overrides);
  return Object.assign(await signInAs(shop, url, user), { user });
}

/** Opens another browser for the same user. */
export async function signInAs(shop: Shop, url: string, user: TestUser): Promise<TestClient> {
  const client = new TestClient(url);
  const { sessionId } = await openSession(shop, { ...user, active: true, created_at: shop.clock.now() });
  client.cookies.set(sessionCookies(shop.config).name, sessionId);
  return client;
}
