import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database, Tables } from '../../../tables.ts';
import { isCodeFree } from './pool-codes.queries.ts';

export const findStockKind = (db: Database, productId: string) =>
  db
    .selectFrom('products')
    .select(['id', 'title', 'stock_kind'])
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const findBatchByReference = (db: Database, productId: string, reference: string) =>
  db
    .selectFrom('batches')
    .select(['id', 'content_fingerprint'])
    .where('product_id', '=', productId)
    .where('reference', '=', reference)
    .executeTakeFirst();

/** The fingerprints of codes that are in stock or were sold. */
export async function listKnownFingerprints(db: Database, fingerprints: Buffer[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('code_fingerprints')
    .select('fingerprint')
    .where(sql<boolean>`fingerprint = any(${fingerprints}::bytea[])`)
    .where(sql<boolean>`not ${isCodeFree(sql`code_fingerprints.goods_id`)}`)
    .execute();
  return rows.map(({ fingerprint }) => fingerprint);
}

export async function insertBatch(db: Database, batch: Insertable<Tables['batches']>): Promise<void> {
  await db.insertInto('batches').values(batch).execute();
}
