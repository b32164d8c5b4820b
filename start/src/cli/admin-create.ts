import { weaknessOf } from '@shop/api/config.rules';
import { createAdmin } from '@shop/api/features/accounts/administrators/admins.service';
import { randomPassword } from '@shop/api/features/accounts/passwords/random-password';
import { emailAddress, newPassword, personName } from '@shop/contract/accounts/accounts';
import { z } from 'zod';
import { runCommand } from './run-command.ts';

await runCommand({
  usage: 'npm run admin:create -- --email <address> [--name <name>] [--password <password>]',
  options: z.object({
    email: emailAddress,
    name: personName.default('Shop Administrator'),
    password: newPassword
      .superRefine((password, context) => {
        const message = weaknessOf(password);
        if (message) context.addIssue({ code: 'custom', message });
      })
      .optional(),
  }),
  work: async (shop, { name, email, password = randomPassword() }) => {
    await createAdmin(shop, { name, email, password });
    console.log(`Administrator: ${email}\nPassword:      ${password}\n(shown only this once)`);
  },
});
