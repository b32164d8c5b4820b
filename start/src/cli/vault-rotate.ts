import { reencryptSecrets } from '@shop/api/features/accounts/two-factor/two-factor.service';
import { renewProofs } from '@shop/api/features/stock/delivery-proofs/delivery-proofs.service';
import { reencryptGoods } from '@shop/api/features/stock/key-rotation/goods-rotation.service';
import { z } from 'zod';
import { runCommand } from './run-command.ts';

await runCommand({
  usage: 'npm run vault:rotate',
  options: z.object({}),
  work: async ({ db, vault }) => {
    const count = await reencryptGoods({ db, vault });
    await renewProofs({ db, vault });
    await reencryptSecrets({ db, vault });
    console.log(`Sealed ${count} ${count === 1 ? 'code' : 'codes'} with key '${vault.keyIds[0]}'.`);
    console.log('Restart every shop that runs on this database, so that it knows the key.');
  },
});
