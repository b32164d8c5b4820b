import { endSessionsByEmail } from '@shop/api/features/accounts/administrators/admins.service';
import { emailAddress } from '@shop/contract/accounts/accounts';
import { z } from 'zod';
import { runCommand } from './run-command.ts';

await runCommand({
  usage: 'npm run sessions:end -- --email <address>',
  options: z.object({ email: emailAddress }),
  work: async (shop, { email }) => {
    const ended = await endSessionsByEmail(shop, email);
    console.log(`${email} was signed out of ${ended} ${ended === 1 ? 'session' : 'sessions'}.`);
  },
});
