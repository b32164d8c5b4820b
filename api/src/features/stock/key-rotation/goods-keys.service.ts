import { join } from 'node:path';
import { StartupError } from '../../../platform/startup-error.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Database } from '../../../tables.ts';
import { decryptGoods } from '../units/encrypt-goods.ts';
import { listOneOfEachKey } from './goods-keys.queries.ts';

type KeyDeps = { db: Database; vault: Vault; config: { DATA_DIR: string } };

/**
 * Refuses to start with a key ring that cannot decrypt the stored goods. The shop would sell codes that nobody can read,
 * and delivery proofs of this start would be invalid for later ones.
 */
export async function requireKeys({ db, vault, config }: KeyDeps): Promise<void> {
  for (const goods of await listOneOfEachKey(db))
    try {
      decryptGoods(vault, goods);
    } catch {
      const [name] = goods.key_id.split('/');
      throw new StartupError(
        `The codes are sealed with a key '${name}' that this shop was not given: put it back into VAULT_KEYS, or into ` +
          `${join(config.DATA_DIR, 'secrets/vault-keys')} where the shop made it. A new key goes in front of it, ` +
          'under a name of its own.',
      );
    }
}
