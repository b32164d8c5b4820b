import type { Database } from '../../../tables.ts';

/** Stores the secret unless one with this name exists. Returns the stored secret. */
export async function storeSecret(db: Database, name: string, proposal: string): Promise<string> {
  await db
    .insertInto('sandbox_secrets')
    .values({ name, secret: proposal })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await db
    .selectFrom('sandbox_secrets')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return secret;
}
