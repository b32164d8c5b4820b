import { BATCH } from '@shop/contract/limits/admin-limits';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { Vault } from '../../../platform/vault.ts';
import { expectInvariants } from '../../../testing/checks/invariants.ts';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct, CANARY } from '../../../testing/data/builders.ts';
import { addBatch, buildPool, newCodes } from '../../../testing/data/pools.ts';
import { productFields } from '../../../testing/data/product-form.ts';
import { buy } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;
const logged: string[] = [];
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void logged.push(line) });
  shop = await openTestShop({}, { log });
  admin = await shop.admin();
});
afterAll(() => shop.close());

const add = (productId: string, body: object, query: Record<string, string> = {}) =>
  admin.call('adminImportBatch', { params: { id: productId }, query, body });
const unitsOf = async (productId: string) =>
  (
    await shop.pool.query<{ count: number }>('select count(*)::int as count from units where product_id = $1', [
      productId,
    ])
  ).rows[0]?.count;

describe('a batch import', () => {
  it('an import adds each line once, and a repeated import adds nothing', async () => {
    const { id } = await buildPool(shop, { codes: [] });
    const body = {
      reference: 'PO-1',
      supplier: 'Acme',
      unitCost: 12.5,
      expiresOn: '2099-12-31',
      codes: newCodes(3).join('\n'),
    };
    const added = await add(id, body);
    expect(added.status, added.body.message).toBe(201);
    expect(added.body).toMatchObject({
      data: {
        reference: 'PO-1',
        supplier: 'Acme',
        unitCost: 12.5,
        expiresOn: '2099-12-31',
        createdBy: { name: admin.user.name },
        counts: { total: 3, available: 3, held: 0, sold: 0, withdrawn: 0, expired: 0 },
        recalledAt: null,
      },
      report: { lines: 3, accepted: 3, blank: 0, refused: [] },
    });
    const again = await add(id, body);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ data: added.body.data, report: { accepted: 0, refused: [] } });
    const fromWindows = { ...body, codes: `${body.codes.replaceAll('\n', '\r\n')}\r\n` };
    expect((await add(id, fromWindows)).status).toBe(200);
    const tried = await add(id, body, { dryRun: 'true' });
    expect([tried.status, tried.body]).toEqual([200, { data: again.body.report }]);
    expect(await unitsOf(id)).toBe(3);

    for (const other of [{ codes: newCodes(3).join('\n') }, { unitCost: 13 }, { expiresOn: '2099-12-30' }]) {
      const refused = await add(id, { ...body, ...other });
      expect([refused.status, refused.body.code]).toEqual([409, 'BATCH_EXISTS']);
    }
    const { body: shown } = await shop.visitor().call('findProduct', { params: { id } });
    expect(shown.data).toMatchObject({ usageLimit: 3, availability: 'available' });
    // Batches of different products may have the same reference.
    const other = await buildPool(shop, { codes: [] });
    expect((await add(other.id, { ...body, codes: newCodes(1).join() })).status).toBe(201);
  });

  it('an import with refused lines stores nothing, or the accepted ones on request', async () => {
    const [sold = '', ...fresh] = newCodes(6);
    const other = await buildPool(shop, { codes: [sold], price: 0 });
    const buyer = await shop.customer();
    await buyer.call('createOrder', { body: { productId: other.id, amount: 0 } });
    const { id } = await buildPool(shop, { codes: [] });
    const [a, b, c] = fresh;
    const codes = [
      `code,link,expiresOn`,
      a,
      b,
      '',
      a,
      sold,
      `"${c}`,
      `${c},,2020-01-01`,
      `${c}${'x'.repeat(500)}`,
    ].join('\n');
    const report = {
      lines: 8,
      accepted: 2,
      blank: 1,
      refused: [
        { line: 5, reason: 'duplicate-in-file' },
        { line: 6, reason: 'already-in-stock' },
        { line: 7, reason: 'malformed' },
        { line: 8, reason: 'expired' },
        { line: 9, reason: 'too-long' },
      ],
    };
    const dry = await add(id, { reference: 'F', codes }, { dryRun: 'true' });
    expect([dry.status, dry.body]).toEqual([200, { data: report }]);
    const refused = await add(id, { reference: 'F', codes });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'BATCH_REFUSED', report });
    expect(await unitsOf(id)).toBe(0);

    const stored = await add(id, { reference: 'F', codes, skipRefused: true });
    expect(stored.status).toBe(201);
    expect(stored.body).toMatchObject({ report, data: { counts: { total: 2 } } });
    expect((await add(id, { reference: 'F', codes, skipRefused: true })).status).toBe(200);
    // Without an accepted line, no batch is created.
    const nothing = await add(id, { reference: 'G', codes, skipRefused: true });
    expect([nothing.status, nothing.body.code]).toEqual([422, 'BATCH_REFUSED']);
    expect(await unitsOf(id)).toBe(2);
    for (const { body } of [dry, refused, stored]) expect(JSON.stringify(body)).not.toContain(CANARY);
  });

  it('an import of many codes updates the planner statistics', async () => {
    const { id } = await buildPool(shop, { codes: [] });
    expect((await add(id, { reference: 'many', codes: newCodes(1_000).join('\n') })).status).toBe(201);
    await shop.runJobs();
    const { rows } = await shop.pool.query("select reltuples from pg_class where oid = 'units'::regclass");
    expect(rows[0]?.reltuples).toBeGreaterThanOrEqual(1_000);
  });

  it('the report names ignored columns but none of their values', async () => {
    const { id } = await buildPool(shop, { codes: [] });
    const [code = '', pin = ''] = newCodes(2);
    const body = { reference: 'pins', codes: `code;pin\n${code};${pin}` };
    const dry = await add(id, body, { dryRun: 'true' });
    expect(dry.body.data).toMatchObject({ accepted: 1, refused: [], ignoredColumns: ['pin'] });
    const added = await add(id, body);
    expect(added.body).toMatchObject({ report: { accepted: 1, ignoredColumns: ['pin'] } });
    for (const reply of [dry, added]) expect(JSON.stringify(reply.body)).not.toContain(CANARY);
  });

  it('a code with other spaces is a duplicate, and invisible characters are refused', async () => {
    const { id } = await buildPool(shop, { codes: [] });
    const [code = ''] = newCodes(1);
    const codes = [`${code} 1`, `${code}\u00A01`, `${code}\u200B`].join('\n');
    const { body } = await add(id, { reference: 'unseen', codes });
    expect(body.report).toMatchObject({
      accepted: 1,
      refused: [
        { line: 2, reason: 'duplicate-in-file' },
        { line: 3, reason: 'malformed' },
      ],
    });
    expect(await add(id, { reference: 'halves', codes: `${code}\uD800\n${code}\uD801` })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_FAILED' },
    });
  });

  it('an import fails if its own codes share a fingerprint', async () => {
    const { id } = await buildPool(shop, { codes: [] });
    const [print] = shop.vault.fingerprintsByKey('code', newId());
    const vault: Vault = { ...shop.vault, fingerprintsByKey: () => [print] };
    await expect(addBatch(shop, id, { vault })).rejects.toThrow('have one fingerprint');
    expect(await unitsOf(id)).toBe(0);
  });

  it('a TSV file with a byte order mark and CRLF is imported', async () => {
    const { id } = await buildPool(shop, { codes: [] });
    const form = new FormData();
    form.append('reference', 'file');
    form.append('skipRefused', 'false');
    form.append(
      'file',
      new Blob([`\uFEFFcode\tlink\r\n${newCodes(2).join('\thttps://a.example\r\n')}\r\n`]),
      'codes.tsv',
    );
    const added = await add(id, form);
    expect([added.status, added.body.message]).toEqual([201, 'Codes added successfully']);
    expect(added.body).toMatchObject({ report: { lines: 2, accepted: 2 } });
  });

  it('a file that is too large is refused with TOO_LARGE', async () => {
    const { id } = await buildPool(shop, { codes: [] });
    const form = new FormData();
    form.append('reference', 'large');
    form.append('file', new Blob(['A'.repeat(BATCH.maxBytes + 1)]), 'codes.txt');
    const refused = await add(id, form);
    expect([refused.status, refused.body.code]).toEqual([413, 'TOO_LARGE']);
  });

  it('a buyer gets the code, link and expiry day of the line', async () => {
    const [plain = '', second = ''] = newCodes(2);
    // Repeated spaces are part of the code.
    const first = `${plain}  A   B`;
    const product = await buildPool(shop, { codes: [] });
    const codes = `${second},https://later.example/x,2098-01-31\n${first},https://first.example/x,2097-01-31`;
    await add(product.id, { reference: 'dated', codes });
    const buyer = await shop.customer();
    const { order } = await buy(buyer, testPayments(shop), product, { quantity: 2 });
    const revealed = await buyer.call('revealOrder', { params: { id: order._id } });
    expect(revealed.body.data.items).toEqual(
      expect.arrayContaining([
        { unit: expect.any(String), code: first, link: 'https://first.example/x', expiresOn: '2097-01-31' },
        { unit: expect.any(String), code: second, link: 'https://later.example/x', expiresOn: '2098-01-31' },
      ]),
    );
    await shop.runJobs();
    const [mail] = shop.mails.to(buyer.user.email).filter(({ messageId }) => messageId.includes('delivery-'));
    for (const text of [first, second, 'https://first.example/x', 'https://later.example/x', '31 Jan 2097'])
      expect(mail?.text).toContain(text);
    expect(mail?.html).toMatch(/<p class="[^"]*" style="[^"]*white-space:pre-wrap/);
  });

  it.each([
    ['no reference', { codes: 'A' }, 422, 'VALIDATION_FAILED'],
    ['no codes', { reference: 'x', codes: ' \n' }, 422, 'VALIDATION_FAILED'],
    ['a header alone', { reference: 'x', codes: 'code,link' }, 422, 'VALIDATION_FAILED'],
    ['a past day', { reference: 'x', codes: 'A', expiresOn: '2020-01-01' }, 422, 'VALIDATION_FAILED'],
    ['too many lines', { reference: 'x', codes: 'A\n'.repeat(BATCH.maxLines + 2) }, 422, 'VALIDATION_FAILED'],
    ['too much text', { reference: 'x', codes: 'A'.repeat(BATCH.maxBytes + 1) }, 413, 'TOO_LARGE'],
    ['far too much text', { reference: 'x', codes: 'A'.repeat(2 * BATCH.maxBytes) }, 413, 'TOO_LARGE'],
  ])('an import with %s is refused', async (_, body, status, code) => {
    const { id } = await buildPool(shop, { codes: [] });
    const reply = await add(id, body);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it('an import to a shared code or to a missing product is refused', async () => {
    const { id } = await buildProduct(shop);
    const shared = await add(id, { reference: 'x', codes: 'A' }, { dryRun: 'true' });
    expect([shared.status, shared.body.code]).toEqual([409, 'NOT_A_POOL']);
    const { id: deleted } = await buildPool(shop, { codes: [] });
    await shop.db.updateTable('products').set({ deleted_at: shop.clock.now() }).where('id', '=', deleted).execute();
    for (const gone of [admin.user.id, deleted]) {
      const none = await add(gone, { reference: 'x', codes: 'A' });
      expect([none.status, none.body.message]).toEqual([404, 'Product not found']);
    }
  });
});

it('a product can be saved during an import, which fails if it is no pool any more', async () => {
  const patient = await openTestShop({ DATABASE_TIMEOUT_FACTOR: '10' });
  const admin = await patient.admin();
  const { id } = await buildPool(patient, { codes: [] });
  const save = (fields: object) =>
    admin.call('adminUpdateProduct', { params: { id }, body: productFields({ code: '', productLink: '', ...fields }) });
  const blocker = await patient.pool.connect();
  await blocker.query('begin; lock table code_fingerprints in share mode');
  const adding = admin.call('adminImportBatch', {
    params: { id },
    body: { reference: 'A', codes: newCodes(2).join('\n') },
  });
  await vi.waitFor(
    async () => {
      const { rows } = await patient.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from code_fingerprints%'",
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000, interval: 10 },
  );
  const saved = await save({ title: 'Saved meanwhile', usageLimit: undefined });
  const shared = await save({ stockKind: 'shared', code: newId() });
  await blocker.query('rollback');
  blocker.release();
  const { status, body } = await adding;
  const units = await patient.pool.query('select 1 from units where product_id = $1 and batch_id is not null', [id]);
  await patient.close();
  expect([saved.status, saved.body.data?.title]).toEqual([200, 'Saved meanwhile']);
  expect([shared.status, shared.body.data?.stockKind]).toEqual([200, 'shared']);
  expect([status, body.code, units.rows]).toEqual([409, 'NOT_A_POOL', []]);
});

it('no code is stored or logged in clear', async () => {
  await expectInvariants(shop);
  expect(logged.join('')).toContain('/batches');
  expect(logged.filter((line) => line.includes(CANARY))).toEqual([]);
  const audit = await admin.call('adminListAudit', { query: { q: 'batch.added' } });
  expect(audit.body.data[0]).toMatchObject({ subjectType: 'batch', details: { reference: expect.any(String) } });
  expect(JSON.stringify(audit.body)).not.toContain(CANARY);
});
