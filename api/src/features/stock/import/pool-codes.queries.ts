import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../tables.ts';

export type NewCode = {
  id: string;
  keyId: string;
  code: Buffer;
  link: Buffer | null;
  expiresAt: Date | null;
  fingerprints: { keyId: string; fingerprint: Buffer }[];
};
type Target = { productId: string; batchId: string; at: Date };

/**
 * Whether goods of a pool were withdrawn before anybody received them, for example by a recall: their code may be added
 * again. Withdrawn units never come back, so this never becomes false again.
 */
export const isCodeFree = (goodsId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from units where units.id = ${goodsId} and units.state = 'withdrawn'
    and not exists (select from delivered_units where delivered_units.unit_id = units.id)
)`;

/** Removes the fingerprints of withdrawn codes, so that these codes can be added again. */
export async function removeFreeFingerprints(db: Database, prints: readonly { fingerprint: Buffer }[]): Promise<void> {
  await sql`
    delete from code_fingerprints
    where fingerprint = any(${prints.map(({ fingerprint }) => fingerprint)}::bytea[])
      and ${isCodeFree(sql`code_fingerprints.goods_id`)}`.execute(db);
}

/** Inserts codes of a pool. Each has its own goods and one unit with the same id. One statement per table. */
export async function insertCodes(db: Database, codes: NewCode[], { productId, batchId, at }: Target): Promise<void> {
  const ids = codes.map(({ id }) => id);
  const prints = codes.flatMap(({ id, fingerprints }) => fingerprints.map((print) => ({ ...print, id })));
  await sql`
    insert into goods (id, product_id, key_id, code_sealed, link_sealed, created_at)
    select id, ${productId}, key_id, code, link, ${at}
    from unnest(
      ${ids}::uuid[], ${codes.map(({ keyId }) => keyId)}::text[],
      ${codes.map(({ code }) => code)}::bytea[], ${codes.map(({ link }) => link)}::bytea[]
    ) as line (id, key_id, code, link)`.execute(db);
  await removeFreeFingerprints(db, prints);
  await sql`
    insert into code_fingerprints (fingerprint, key_id, goods_id)
    select * from unnest(
      ${prints.map(({ fingerprint }) => fingerprint)}::bytea[], ${prints.map(({ keyId }) => keyId)}::text[],
      ${prints.map(({ id }) => id)}::uuid[]
    )`.execute(db);
  await sql`
    insert into units (id, product_id, goods_id, batch_id, expires_at)
    select id, ${productId}, id, ${batchId}, coalesce(expires_at, 'infinity')
    from unnest(
      ${ids}::uuid[], ${codes.map(({ expiresAt }) => expiresAt?.toISOString() ?? null)}::timestamptz[]
    ) as line (id, expires_at)`.execute(db);
}
