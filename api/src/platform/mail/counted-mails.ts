import type { Metrics } from '../telemetry/metrics.ts';
import type { Mailer } from './mailer.ts';

export const countMails = (mailer: Mailer, count: Metrics['mails']): Mailer => ({
  ...mailer,
  async send(mail) {
    try {
      await mailer.send(mail);
    } catch (error) {
      count.inc('failed');
      throw error;
    }
    count.inc('sent');
  },
});
