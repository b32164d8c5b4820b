import { removeFactorsByEmail } from '@shop/api/features/accounts/administrators/admins.service';
import { emailAddress } from '@shop/contract/accounts/accounts';
import { z } from 'zod';
import { runCommand } from './run-command.ts';

await runCommand({
  usage: 'npm run factors:remove -- --email <address>',
  options: z.object({ email: emailAddress }),
  work: async (shop, { email }) => {
    await removeFactorsByEmail(shop, email);
    console.log(`${email} signs in with the password alone now, and was signed out everywhere.`);
  },
});
