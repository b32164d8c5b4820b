import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomPassword } from '@shop/api/features/accounts/passwords/random-password';
import type { Shop } from '@shop/api/shop';
import type { NewAdmin } from '@shop/api/startup/launch-options';
import { hasAnyUser } from '@shop/demo/demo.queries';
import { seedDemo } from '@shop/demo/seed-demo';

/**
 * The first start on the embedded database loads the demo, except in production, and creates one administrator. The operator's own
 * database stays unchanged without SEED_DEMO.
 */
export async function seedFirstStart(shop: Shop, say: (line: string) => void): Promise<NewAdmin | undefined> {
  const { config, db } = shop;
  const isEmbedded = config.DATABASE_URL === undefined;
  if (!isEmbedded && !config.seedsDemo) return undefined;
  if (await hasAnyUser(db)) return undefined;
  const admin = {
    email: config.ADMIN_EMAIL ?? 'admin@example.com',
    password: config.ADMIN_PASSWORD ?? randomPassword(),
  };
  const seed = () => seedDemo(shop, { admin, withCatalogue: config.seedsDemo, say });
  if (config.ADMIN_PASSWORD) return void (await seed());
  // The password is stored first: a stop or a full disk after creating the administrator would lose it.
  const file = await keepPassword(config.DATA_DIR, admin);
  await seed().catch(async (error) => {
    // The commit may have succeeded although its answer was lost.
    const isMade = await hasAnyUser(db).catch(() => true);
    if (!isMade) await rm(file, { force: true });
    throw error;
  });
  return { ...admin, file };
}

/** Stores the first password for the owner of the folder only, because the terminal may have scrolled. */
async function keepPassword(
  dataDir: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const file = join(dataDir, 'admin-password.txt');
  await mkdir(dataDir, { recursive: true });
  // An existing file would keep its rights.
  await rm(file, { force: true });
  await writeFile(file, `Administrator: ${email}\nPassword:      ${password}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}
