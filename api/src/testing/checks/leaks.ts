import type pg from 'pg';
import { decryptDeliveredGoods } from '../../features/stock/units/goods.service.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Database } from '../../tables.ts';
import { CANARY } from '../data/builders.ts';

/** A mail as whoever carries it sees it, and what only its receiver should read. */
export type SeenMail = { to: string; messageId: string; outside: string; inside: string };

/** What a shop says beside its database: every line of its log and every mail. */
export type ObservedOutput = {
  pool: pg.Pool;
  db: Database;
  vault: Vault;
  logged(): string;
  seenMails(): Promise<SeenMail[]>;
};

const CODES = new RegExp(`${CANARY}[\\w-]+`, 'g');
const DELIVERY = /^<?delivery-([\da-f-]+)@/;

/** I5 outside the tables: a code may be read in the mail to whom it was delivered, and nowhere else. */
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

/** Jobs are gone once they are done: keeps what every one was told, where the sweep of all tables finds it. */
export async function recordJobPayloads(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create schema kept;
    create table kept.job_payloads (payload text);
    create function kept.keep_payload() returns trigger language plpgsql as $$
      begin insert into kept.job_payloads values (new.payload::text); return new; end $$;
    create trigger keep_payload after insert or update on graphile_worker._private_jobs
      for each row execute function kept.keep_payload()`);
}
