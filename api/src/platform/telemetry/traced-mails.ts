import type { Mailer } from '../mail/mailer.ts';
import { traced } from './tracing.ts';

export const traceMails = (mailer: Mailer): Mailer => ({
  ...mailer,
  send: (mail) =>
    traced(
      () => ({ name: 'send mail', kind: 'client' }),
      () => mailer.send(mail),
    ),
});
