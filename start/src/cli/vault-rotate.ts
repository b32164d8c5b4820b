import { resealSecrets } from '@shop/api/features/accounts/two-factor.service';
import { renewProofs } from '@shop/api/features/stock/delivery-proofs.service';
import { resealGoods } from '@shop/api/features/stock/goods-rotation.service';
import { readSecret, replaceSecret } from '@shop/api/platform/data-dir-secrets';
import { createVault, newVaultKey, type Vault } from '@shop/api/platform/vault';
import { z } from 'zod';
import { runCommand } from './run-command.ts';

await runCommand({
  usage: 'npm run vault:rotate (with the new key in front of VAULT_KEYS, if those are configured)',
  options: z.object({}),
  work: async (shop) => {
    const { DATA_DIR, VAULT_KEYS } = shop.config;
    const vault = VAULT_KEYS ? shop.vault : await growKeptRing(DATA_DIR);
    const count = await resealGoods({ db: shop.db, vault });
    await renewProofs({ db: shop.db, vault });
    await resealSecrets({ db: shop.db, vault });
    console.log(`Sealed ${count} ${count === 1 ? 'code' : 'codes'} with key '${vault.keyIds[0]}'.`);
    console.log('Restart every shop that runs on this database, so that it knows the key.');
  },
});

/** The new key is safely on disk before anything is sealed with it. */
async function growKeptRing(dataDir: string): Promise<Vault> {
  const ring = await readSecret(dataDir, 'vault-keys');
  const grown = `${newVaultKey(`k${ring.split(',').length + 1}`)},${ring}`;
  await replaceSecret(dataDir, 'vault-keys', grown);
  return createVault(grown);
}
