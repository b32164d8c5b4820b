import { fieldMessages } from '@shop/contract/failures/messages';
import { toPaise } from '@shop/contract/money';
import type { Batch, BatchInput, ImportReport } from '@shop/contract/stock';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { withAdvisoryLock } from '../../../platform/database/advisory-lock.ts';
import { violates } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import type { SessionUser } from '../../../platform/http/requests/session-user.ts';
import { newId } from '../../../platform/ids.ts';
import type { Vault } from '../../../platform/vault.ts';
import { forEachChunkYielding } from '../../../platform/yielding-loop.ts';
import type { Database } from '../../../tables.ts';
import { requireBatch } from '../batches/batches.service.ts';
import { lockProductEdits } from '../stock.service.ts';
import { analyzeAfterAdding } from '../units/unit-statistics.service.ts';
import { findBatchByReference, findStockKind, insertBatch } from './batch-import.queries.ts';
import { endOfDay } from './batch-lines.rules.ts';
import { type EncryptedCodes, encryptCodes, type ReadBatch, readBatch, reportOf } from './batch-reading.service.ts';
import { insertCodes } from './pool-codes.queries.ts';

type ImportDeps = {
  db: Database;
  clock: Clock;
  vault: Vault;
  /** Updates the product's availability, in the same transaction. */
  refreshSoldOut: (db: Database, productId: string) => Promise<void>;
};
type Actor = Pick<SessionUser, '_id'>;
export type Import = { batch: Batch; report: ImportReport; isNew: boolean };

// One import at a time in each process, because each holds megabytes of codes in memory.
const oneAtATime = createConcurrencyLimit(1);

/** A dry run: nothing is stored. */
export const previewImport = (deps: ImportDeps, productId: string, input: BatchInput): Promise<ImportReport> =>
  oneAtATime(async () => {
    await requirePool(deps.db, productId);
    const read = await readBatch(deps, input, expiryOf(input, deps.clock.now()));
    return (await findRepeatedImport(deps, productId, input, read))?.report ?? reportOf(read);
  });

// A concurrent import that won the race is visible in the next round. A conflict in every round is a fault.
const ROUNDS_MAX = 5;

/**
 * Adds codes to a pool: all of them or none. Reading and encrypting happen before the transaction, which only inserts. If
 * the unique key of the fingerprints refuses a code that was added meanwhile, all lines are read again.
 */
export const importBatch = (deps: ImportDeps, actor: Actor, productId: string, input: BatchInput): Promise<Import> =>
  oneAtATime(async () => {
    await requirePool(deps.db, productId);
    const expiresAt = expiryOf(input, deps.clock.now());
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const read = await readBatch(deps, input, expiresAt);
      const repeated = await findRepeatedImport(deps, productId, input, read);
      if (repeated) return repeated;
      const report = reportOf(read);
      if (report.accepted === 0 || (report.refused.length > 0 && !input.skipRefused))
        throw fail('batchRefused', { report });
      const codes = await encryptCodes(deps.vault, read.accepted);
      const id = await storeBatch(deps, actor, {
        productId,
        input,
        expiresAt,
        contentFingerprint: read.content[0],
        codes,
      });
      if (id) return { batch: await requireBatch(deps, id), report, isNew: true };
    }
    throw new Error('two codes of an import have one fingerprint: it cannot be stored');
  });

async function requirePool(db: Database, productId: string): Promise<{ title: string }> {
  const product = await findStockKind(db, productId);
  if (!product) throw fail('productNotFound');
  if (product.stock_kind !== 'pool') throw fail('notAPool');
  return product;
}

/** The expiry of lines without a day of their own. */
function expiryOf({ expiresOn }: BatchInput, now: Date): Date | null {
  if (expiresOn === undefined) return null;
  const expiresAt = endOfDay(expiresOn);
  if (!expiresAt) throw fail('validationFailed', { errors: { expiresOn: fieldMessages.dayInvalid } });
  if (expiresAt <= now) throw fail('validationFailed', { errors: { expiresOn: fieldMessages.expiryPast } });
  return expiresAt;
}

/** The batch that already has this reference, if its content is the same. */
async function findRepeatedImport(
  deps: ImportDeps,
  productId: string,
  { reference }: BatchInput,
  read: ReadBatch,
): Promise<Import | undefined> {
  const earlier = await findBatchByReference(deps.db, productId, reference);
  if (!earlier) return undefined;
  if (!read.content.some((fingerprint) => fingerprint.equals(earlier.content_fingerprint))) throw fail('batchExists');
  const report = { ...reportOf(read), accepted: 0, refused: [] };
  return { batch: await requireBatch(deps, earlier.id), report, isNew: false };
}

type NewBatch = {
  productId: string;
  input: BatchInput;
  expiresAt: Date | null;
  contentFingerprint: Buffer;
  codes: EncryptedCodes;
};

// Keeps each statement far below the five-second timeout, and its serialization to a few milliseconds.
const CODES_A_STATEMENT = 500;

/** Returns the id of the batch; undefined if a concurrent import took its reference or one of its codes. */
async function storeBatch(deps: ImportDeps, actor: Actor, batch: NewBatch): Promise<string | undefined> {
  const id = newId();
  try {
    await withAdvisoryLock(deps.db, 'import of codes', (db) => insertAll(db, deps, actor, { ...batch, id }));
    return id;
  } catch (error) {
    if (violates(error, 'code_fingerprints_pkey') || violates(error, 'batches_reference')) return undefined;
    throw error;
  }
}

async function insertAll(
  db: Database,
  { clock, refreshSoldOut }: ImportDeps,
  actor: Actor,
  { id, productId, input, expiresAt, contentFingerprint, codes }: NewBatch & { id: string },
): Promise<void> {
  const at = clock.now();
  const { reference, supplier, unitCost } = input;
  await insertBatch(db, {
    id,
    product_id: productId,
    reference,
    supplier,
    unit_cost_paise: unitCost === undefined ? null : toPaise(unitCost),
    expires_at: expiresAt,
    first_expires_at: codes.firstExpiresAt ?? 'infinity',
    content_fingerprint: contentFingerprint,
    created_by: actor._id,
    created_at: at,
    recalled_at: null,
    recall_reason: null,
    expiry_told_at: null,
  });
  await forEachChunkYielding(codes.sealed, CODES_A_STATEMENT, (slice) =>
    insertCodes(db, slice, { productId, batchId: id, at }),
  );
  await analyzeAfterAdding(db, codes.sealed.length);
  // The lock comes last, so that the product can be edited while codes are inserted. It may have stopped being a pool.
  await lockProductEdits(db, productId);
  const { title } = await requirePool(db, productId);
  await refreshSoldOut(db, productId);
  await recordAudit(db, {
    at,
    actorId: actor._id,
    action: 'batch.added',
    subjectType: 'batch',
    subjectId: id,
    details: { title, reference, units: codes.sealed.length },
  });
}
