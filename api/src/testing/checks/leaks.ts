import type pg from 'pg';
import { decryptDeliveredGoods } from '../../features/stock/units/goods.service.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { CANARY } from '../data/builders.ts';

/** `outside` is what mail servers log (addresses, headers); `inside` is the body, which only the recipient should read. */
export type SeenMail = { to: string; messageId: string; outside: string; inside: string };

/** The output of a shop beside its database: all log lines and all mails. */
export type ObservedOutput = {
  pool: pg.Pool;
  db: Database;
  vault: Vault;
  logged(): string;
  seenMails(): Promise<SeenMail[]>;
};

const CODES = new RegExp(`${CANARY}[\\w-]+`, 'g');
const DELIVERY = /^<?delivery-([\da-f-]+)@/;

/** I5 outside the tables: only the delivery mail to the buyer may contain a code. */
export async function findLeaks(shop: ObservedOutput): Promise<string[]> {
  const lines = shop.logged().split('\n');
  const leaks = lines.filter((line) => line.includes(CANARY)).map((line) => `log: ${line}`);
  for (const mail of await shop.seenMails()) {
    if (mail.outside.includes(CANARY)) leaks.push(`mail, outside: ${mail.outside}`);
    const codes = new Set(mail.inside.match(CODES));
    const own = codes.size > 0 ? await codesDeliveredBy(shop, mail) : [];
    for (const code of codes) if (!own.includes(code)) leaks.push(`mail to ${mail.to}: ${code}`);
  }
  return leaks;
}

async function codesDeliveredBy(shop: ObservedOutput, { to, messageId }: SeenMail): Promise<string[]> {
  const orderId = DELIVERY.exec(messageId)?.[1];
  if (!orderId) return [];
  const { rows } = await shop.pool.query<{ email: string }>(
    'select email from users join orders on orders.buyer_id = users.id where orders.id = $1',
    [orderId],
  );
  if (rows[0]?.email !== to) return [];
  return (await decryptDeliveredGoods(shop, orderId)).map(({ code }) => code);
}

/** Finished jobs are deleted. This trigger copies every payload to a table that `tablesContaining` searches. */
export async function recordJobPayloads(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create schema kept;
    create table kept.job_payloads (payload text);
    create function kept.keep_payload() returns trigger language plpgsql as $$
      begin insert into kept.job_payloads values (new.payload::text); return new; end $$;
    create trigger keep_payload after insert or update on graphile_worker._private_jobs
      for each row execute function kept.keep_payload()`);
}
