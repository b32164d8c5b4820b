import { readConfig } from '@shop/api/config';
import { readSecret, replaceSecret } from '@shop/api/platform/files/data-dir-secrets';
import { StartupError } from '@shop/api/platform/startup-error';
import { newVaultKey } from '@shop/api/platform/vault';
import { z } from 'zod';
import { readOptions } from './command-options.ts';
import { reportFailures } from './run-command.ts';

await reportFailures(async () => {
  readOptions(z.object({}), 'npm run vault:add-key');
  const { DATA_DIR, VAULT_KEYS } = readConfig(process.env);
  if (VAULT_KEYS) throw new StartupError('VAULT_KEYS is configured: put the new key in front of it there.');
  const ring = await readSecret(DATA_DIR, 'vault-keys').catch(() => {
    throw new StartupError(`There are no generated keys in ${DATA_DIR}: set DATA_DIR to the folder of the shop.`);
  });
  const name = nextName(ring);
  await replaceSecret(DATA_DIR, 'vault-keys', `${newVaultKey(name)},${ring.trim()}`);
  console.log(`The key '${name}' is the newest now. Restart the shop, then seal with it: npm run vault:rotate`);
});

/** A number above all others, because encrypted values name their key and old names must not come back. */
function nextName(ring: string): string {
  const numbers = [...ring.matchAll(/(?:^|,)k(\d+):/g)].map(([, number]) => Number(number));
  return `k${Math.max(0, ...numbers) + 1}`;
}
