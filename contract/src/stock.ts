import { z } from 'zod';
import { calls } from './calls/calls.ts';
import { endpoint } from './calls/endpoint.ts';
import { dataOf, day, id, idParams, isoDate, listOf, messageReply, pageQuery, searchText } from './common.ts';
import { fieldMessages as text } from './failures/messages.ts';
import { blankToUndefined, flag, requiredText, rupees } from './form-input.ts';
import { BATCH, RECALL_REASON_MAX } from './limits/admin-limits.ts';
import { orderStatuses } from './order-status.ts';
import { spelled } from './spelling.ts';
import { batchStates, lineRefusals, stockKinds } from './stock-kinds.ts';

export const batchInput = z.object({
  reference: requiredText(text.referenceRequired).max(BATCH.referenceMax, text.referenceLong),
  supplier: z.string().overwrite(spelled).trim().max(BATCH.supplierMax, text.supplierLong).default(''),
  unitCost: z.preprocess(blankToUndefined, rupees(text.unitCostInvalid).optional()),
  /** What expires on a day can be used until its end. */
  expiresOn: z.preprocess(blankToUndefined, day.optional()),
  /** One line a unit: `code`, or CSV or TSV of `code,link,expiresOn`, with semicolons where a header has them. In a multipart form, the file `file`. */
  codes: z.string({ error: text.codesRequired }).refine((value) => /\S/.test(value), text.codesRequired),
  /** Stores what can be taken, and leaves out the rest. */
  skipRefused: flag,
});
export type BatchInput = z.infer<typeof batchInput>;

/** Tells of lines by their number, and of columns by their name: a code has no place here. */
export const importReport = z.object({
  lines: z.number().int(),
  accepted: z.number().int(),
  blank: z.number().int(),
  refused: z.array(z.object({ line: z.number().int(), reason: z.enum(lineRefusals) })),
  /** What the columns are called that were not read, if there are any. */
  ignoredColumns: z.array(z.string()).optional(),
});
export type ImportReport = z.infer<typeof importReport>;

export const batch = z.object({
  _id: id,
  product: z.object({ _id: id, title: z.string() }),
  reference: z.string(),
  supplier: z.string(),
  /** In rupees. */
  unitCost: z.number().nullable(),
  expiresOn: z.string().nullable(),
  createdAt: isoDate,
  createdBy: z.object({ name: z.string() }).nullable(),
  /** `available` can be sold now; `expired` was not sold in time. */
  counts: z.object({
    total: z.number().int(),
    available: z.number().int(),
    held: z.number().int(),
    sold: z.number().int(),
    withdrawn: z.number().int(),
    expired: z.number().int(),
  }),
  recalledAt: isoDate.nullable(),
  recallReason: z.string().nullable(),
});
export type Batch = z.infer<typeof batch>;

/** An order that received units of a batch. */
export const batchOrder = z.object({
  /** The order's. */
  _id: id,
  customer: z.object({ name: z.string(), email: z.string() }),
  /** How many of its units are from the batch. */
  units: z.number().int(),
  status: z.enum(orderStatuses),
  amountPaid: z.number(),
  deliveredAt: isoDate,
  /** When the buyer last looked at the codes. */
  revealedAt: isoDate.nullable(),
});
export type BatchOrder = z.infer<typeof batchOrder>;

export const batchedProduct = z.object({ _id: id, title: z.string(), stockKind: z.enum(stockKinds) });
export type BatchedProduct = z.infer<typeof batchedProduct>;

export const batchListQuery = z.object({
  ...pageQuery,
  q: searchText,
  state: z.enum(['all', ...batchStates]).default('all'),
});
export type BatchListQuery = z.infer<typeof batchListQuery>;

export const recallInput = z.object({
  reason: requiredText(text.reasonRequired).max(RECALL_REASON_MAX, text.reasonLong),
  /** Writes to everybody who received from the batch. */
  notify: flag,
});
export type RecallInput = z.infer<typeof recallInput>;

export const stockAlert = z.object({ isSet: z.boolean() });

/** What a link in an alert's mail is about. */
export const alertLink = stockAlert.extend({ product: z.object({ _id: id, title: z.string() }) });
export type AlertLink = z.infer<typeof alertLink>;

const alertReply = messageReply.extend({ data: stockAlert });
const tokenParams = z.object({ token: z.string().max(200) });

export const stockEndpoints = {
  setStockAlert: endpoint(calls.setStockAlert, {
    summary: 'Ask for one mail when a sold-out product is back',
    params: idParams,
    reply: alertReply,
    status: 201,
    repeatStatus: 200,
  }),
  findStockAlert: endpoint(calls.findStockAlert, {
    summary: 'Whether the caller waits for a product',
    params: idParams,
    reply: dataOf(stockAlert),
  }),
  endStockAlert: endpoint(calls.endStockAlert, {
    summary: 'Wait no longer for a product',
    params: idParams,
    reply: alertReply,
  }),
  showAlertLink: endpoint(calls.showAlertLink, {
    summary: "What the link in an alert's mail would end",
    params: tokenParams,
    reply: dataOf(alertLink),
  }),
  endAlertByLink: endpoint(calls.endAlertByLink, {
    summary: 'End an alert by the link in its mail, without signing in',
    params: tokenParams,
    reply: alertReply,
  }),
  adminImportBatch: endpoint(calls.adminImportBatch, {
    allows: ['stock'],
    needsProof: true,
    summary: 'Add codes to a pool, all or none; `dryRun` only reports. The same again adds nothing',
    params: idParams,
    query: z.object({ dryRun: flag }),
    body: batchInput,
    multipart: 'file',
    reply: z.union([messageReply.extend({ data: batch, report: importReport }), dataOf(importReport)]),
    status: 201,
    repeatStatus: 200,
  }),
  adminListProductBatches: endpoint(calls.adminListProductBatches, {
    allows: ['stock'],
    summary: 'The batches of a product, newest first',
    params: idParams,
    query: batchListQuery,
    /** With the product, whose goods nobody needs to look at here. */
    reply: listOf(batch).extend({ product: batchedProduct }),
  }),
  adminListBatches: endpoint(calls.adminListBatches, {
    allows: ['stock'],
    summary: 'All batches, newest first',
    query: batchListQuery,
    reply: listOf(batch),
  }),
  adminFindBatch: endpoint(calls.adminFindBatch, {
    allows: ['stock'],
    summary: 'One batch',
    params: idParams,
    reply: dataOf(batch),
  }),
  adminRecallBatch: endpoint(calls.adminRecallBatch, {
    allows: ['stock'],
    needsProof: true,
    summary: 'Take a batch off the shelf; what is held of it goes to nobody',
    params: idParams,
    body: recallInput,
    reply: messageReply.extend({ data: batch, affectedOrders: z.number().int() }),
  }),
  // Names buyers, which stock alone does not need (decision 0051).
  adminListBatchOrders: endpoint(calls.adminListBatchOrders, {
    allows: ['orders'],
    summary: 'Who received from a batch, newest first',
    params: idParams,
    query: z.object(pageQuery),
    reply: listOf(batchOrder),
  }),
  adminExportBatchOrders: endpoint(calls.adminExportBatchOrders, {
    allows: ['orders'],
    refusesCrossSite: true,
    summary: 'Who received from a batch, as CSV',
    params: idParams,
    reply: 'text/csv',
  }),
} as const;
