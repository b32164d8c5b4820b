import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { isCodeFree, removeFreeFingerprints } from '../import/pool-codes.queries.ts';
import type { EncryptedGoods, GoodsRow } from '../units/encrypt-goods.ts';

/**
 * Locks goods that are encrypted with another key and skips rows that another process has locked. Goods of a lost key have
 * an empty key id and are left out (docs/operations/keys.md).
 */
export const claimGoodsOfOtherKeys = (
  db: Database,
  keyId: string,
  limit: number,
): Promise<(GoodsRow & { is_of_pool: boolean })[]> =>
  db
    .selectFrom('goods')
    .select(['id', 'key_id', 'code_sealed', 'link_sealed'])
    .select(sql<boolean>`code_fingerprint is null`.as('is_of_pool'))
    .where('key_id', '<>', keyId)
    .where('key_id', '>', '')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

type ReencryptedGoods = EncryptedGoods & { id: string };

export async function updateEncryptedGoods(db: Database, goods: readonly ReencryptedGoods[]): Promise<void> {
  await sql`
    update goods set key_id = sealed.key_id, code_sealed = sealed.code, link_sealed = sealed.link,
      code_fingerprint = sealed.fingerprint
    from unnest(
      ${goods.map(({ id }) => id)}::uuid[], ${goods.map(({ key_id }) => key_id)}::text[],
      ${goods.map(({ code_sealed }) => code_sealed)}::bytea[], ${goods.map(({ link_sealed }) => link_sealed)}::bytea[],
      ${goods.map(({ code_fingerprint }) => code_fingerprint)}::bytea[]
    ) as sealed (id, key_id, code, link, fingerprint)
    where goods.id = sealed.id`.execute(db);
}

type NewFingerprint = { goodsId: string; keyId: string; fingerprint: Buffer };

/**
 * Skips a code that was already imported under the newest key. If a recalled code was added again, the goods for sale get
 * the fingerprint: with the recalled goods, the code would count as free and could be added twice.
 */
export async function addFingerprints(db: Database, prints: readonly NewFingerprint[]): Promise<void> {
  await removeFreeFingerprints(db, prints);
  await sql`
    insert into code_fingerprints (goods_id, key_id, fingerprint)
    select * from unnest(
      ${prints.map(({ goodsId }) => goodsId)}::uuid[], ${prints.map(({ keyId }) => keyId)}::text[],
      ${prints.map(({ fingerprint }) => fingerprint)}::bytea[]
    ) as print (goods_id, key_id, fingerprint) order by ${isCodeFree(sql`print.goods_id`)}
    on conflict (fingerprint) do nothing`.execute(db);
}

/** Checks the next `limit` fingerprints in order and removes those of other keys. Returns the last checked one. */
export async function removeFingerprintsOfOtherKeys(
  db: Database,
  { after, keyIds, limit }: { after: Buffer; keyIds: readonly string[]; limit: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ last: Buffer | null }>`
    with checked as (
      select fingerprint, key_id from code_fingerprints where fingerprint > ${after} order by fingerprint limit ${limit}
    ), removed as (
      delete from code_fingerprints where fingerprint in (
        select fingerprint from checked where key_id <> all(${keyIds}::text[])
      )
    )
    select fingerprint as last from checked order by fingerprint desc limit 1`.execute(db);
  return rows[0]?.last ?? undefined;
}
