import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomPassword } from '@shop/api/features/accounts/passwords/random-password';
import type { Shop } from '@shop/api/shop';
import type { NewAdmin } from '@shop/api/startup/launch-options';
import { hasAnyUser } from '@shop/demo/demo.queries';
import { seedDemo } from '@shop/demo/seed-demo';

/**
 * The first start on the embedded database fills the shop with the demo, unless in production, and makes one
 * administrator. A database of the operator's own is left alone unless SEED_DEMO asks for it.
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
  // First: whoever is stopped, or finds the disk full, once the administrator is made would have lost the password.
  const file = await keepPassword(config.DATA_DIR, admin);
  await seed().catch(async (error) => {
    // A commit whose answer was lost has made one.
    const isMade = await hasAnyUser(db).catch(() => true);
    if (!isMade) await rm(file, { force: true });
    throw error;
  });
  return { ...admin, file };
}

/** Terminals scroll: the first password can be read again by whoever owns the folder, and by nobody else. */
async function keepPassword(
  dataDir: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const file = join(dataDir, 'admin-password.txt');
  await mkdir(dataDir, { recursive: true });
  // One that is there already would keep the rights it has.
  await rm(file, { force: true });
  await writeFile(file, `Administrator: ${email}\nPassword:      ${password}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}
