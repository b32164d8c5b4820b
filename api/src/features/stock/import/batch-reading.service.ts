import { fieldMessages } from '@shop/contract/failures/messages';
import { BATCH } from '@shop/contract/limits/admin-limits';
import type { BatchInput, ImportReport } from '@shop/contract/stock';
import type { Clock } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Fingerprint, Vault } from '../../../platform/vault.ts';
import { forEachChunkYielding, mapYielding } from '../../../platform/yielding-loop.ts';
import type { Database } from '../../../tables.ts';
import { encryptPoolGoods } from '../units/encrypt-goods.ts';
import { listKnownFingerprints } from './batch-import.queries.ts';
import { type CodeLine, isRefused, type RefusedLine, readLine } from './batch-lines.rules.ts';
import { sheetOf } from './batch-sheet.rules.ts';
import type { NewCode } from './pool-codes.queries.ts';

type FingerprintedLine = CodeLine & { prints: Fingerprint[] };

export type ReadBatch = {
  accepted: FingerprintedLine[];
  refused: RefusedLine[];
  blank: number;
  ignoredColumns: string[];
  /** Fingerprints of the whole input, one per key, newest first. They identify a repeated import. */
  content: [Buffer, ...Buffer[]];
};

export const reportOf = ({ accepted, refused, blank, ignoredColumns }: ReadBatch): ImportReport => ({
  lines: accepted.length + refused.length + blank,
  accepted: accepted.length,
  blank,
  refused,
  ...(ignoredColumns.length > 0 && { ignoredColumns }),
});

const FINGERPRINTS_A_STATEMENT = 2_000;

type ReadingDeps = { db: Database; clock: Clock; vault: Vault };

/** Reads the lines of an import and splits them into accepted and refused ones. */
export async function readBatch(
  { db, clock, vault }: ReadingDeps,
  input: BatchInput,
  expiresAt: Date | null,
): Promise<ReadBatch> {
  if (Buffer.byteLength(input.codes) > BATCH.maxBytes) throw fail('tooLarge');
  const sheet = await sheetOf(input.codes);
  if ('refusal' in sheet) throw fail('validationFailed', { errors: { codes: sheet.refusal } });
  if (sheet.lines.length === 0) throw fail('validationFailed', { errors: { codes: fieldMessages.codesRequired } });
  const reading = { layout: sheet.layout, expiresAt, now: clock.now() };
  const seenCodes = new Set<string>();
  const read = await mapYielding(sheet.lines, (text): FingerprintedLine | RefusedLine => {
    const line = readLine(text, reading);
    if (isRefused(line)) return line;
    if (seenCodes.has(line.code)) return { line: line.number, reason: 'duplicate-in-file' };
    seenCodes.add(line.code);
    return { ...line, prints: vault.fingerprintsByKey('code', line.code) };
  });
  const known = await findKnownLines(db, read);
  const lines = read.map((line): FingerprintedLine | RefusedLine =>
    !isRefused(line) && known.has(line.number) ? { line: line.number, reason: 'already-in-stock' } : line,
  );
  return {
    accepted: lines.filter((line): line is FingerprintedLine => !isRefused(line)),
    refused: lines.filter(isRefused),
    blank: sheet.blank,
    ignoredColumns: sheet.ignoredColumns,
    content: await contentOf(vault, input),
  };
}

/** The numbers of the lines whose code is already in a pool, sold or unsold. */
async function findKnownLines(db: Database, read: readonly (FingerprintedLine | RefusedLine)[]): Promise<Set<number>> {
  const prints = read.flatMap((line) =>
    isRefused(line) ? [] : line.prints.map(({ fingerprint }) => ({ line: line.number, fingerprint })),
  );
  const known = new Set<number>();
  await forEachChunkYielding(prints, FINGERPRINTS_A_STATEMENT, async (slice) => {
    const lineOf = new Map(slice.map(({ line, fingerprint }) => [fingerprint.toString('base64'), line]));
    const found = await listKnownFingerprints(
      db,
      slice.map(({ fingerprint }) => fingerprint),
    );
    for (const fingerprint of found) known.add(lineOf.get(fingerprint.toString('base64')) ?? 0);
  });
  return known;
}

async function contentOf(
  vault: Vault,
  { supplier, unitCost, expiresOn, codes }: BatchInput,
): Promise<ReadBatch['content']> {
  const text = codes.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim();
  const content = `${JSON.stringify([supplier, unitCost, expiresOn])} ${text}`;
  const [newest, ...older] = await vault.fingerprintsOfText('batch-content', content);
  if (!newest) throw new Error('a vault without a key');
  // Older batches have a content fingerprint that was made with the purpose `code`.
  return [newest, ...older, ...(await vault.fingerprintsOfText('code', `batch ${content}`))];
}

export type EncryptedCodes = { sealed: NewCode[]; firstExpiresAt: Date | null };

export async function encryptCodes(vault: Vault, lines: readonly FingerprintedLine[]): Promise<EncryptedCodes> {
  const sealed = await mapYielding(lines, ({ code, link, expiresAt, prints }): NewCode => {
    const id = newId();
    const { key_id, code_sealed, link_sealed } = encryptPoolGoods(vault, id, { code, productLink: link });
    return { id, keyId: key_id, code: code_sealed, link: link_sealed, expiresAt, fingerprints: prints };
  });
  const expiries = lines.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []);
  const first = expiries.reduce((earliest, expiry) => Math.min(earliest, expiry), Number.POSITIVE_INFINITY);
  return { sealed, firstExpiresAt: Number.isFinite(first) ? new Date(first) : null };
}
