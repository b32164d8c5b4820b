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
  /** A code can be used until the end of this day. */
  expiresOn: z.preprocess(blankToUndefined, day.optional()),
  /**
   * One line per unit: `code`, or CSV or TSV of `code,link,expiresOn`. A file with a header may use semicolons.
   * In a multipart form, this is the file `file`.
   */
  codes: z.string({ error: text.codesRequired }).refine((value) => /\S/.test(value), text.codesRequired),
  /** Stores the accepted lines and leaves out the refused ones. */
  skipRefused: flag,
});
export type BatchInput = z.infer<typeof batchInput>;

/** Names lines by number and columns by name. It never contains a code. */
export const importReport = z.object({
  lines: z.number().int(),
  accepted: z.number().int(),
  blank: z.number().int(),
  refused: z.array(z.object({ line: z.number().int(), reason: z.enum(lineRefusals) })),
  /** The names of the columns that were not read, if there are any. */
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
  /** `available` units can be sold now; `expired` units were not sold in time. */
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
  /** The id of the order. */
  _id: id,
  customer: z.object({ name: z.string(), email: z.string() }),
  /** The number of units from this batch. */
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
  /** Sends a mail to each buyer who received units of the batch. */
  notify: flag,
});
export type RecallInput = z.infer<typeof recallInput>;

export const stockAlert = z.object({ isSet: z.boolean() });

/** The alert behind the link in its mail. */
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
    summary: 'Whether the caller has an alert for a product',
    params: idParams,
    reply: dataOf(stockAlert),
  }),
  endStockAlert: endpoint(calls.endStockAlert, {
    summary: 'End the alert for a product',
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
    summary: 'Add codes to a pool, all or none; `dryRun` only reports. A repeated import adds nothing',
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
    /** Includes the product without its goods, so that the page does not have to open them. */
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
    summary: 'Withdraw the unsold units of a batch; held units are not delivered',
    params: idParams,
    body: recallInput,
    reply: messageReply.extend({ data: batch, affectedOrders: z.number().int() }),
  }),
  // The reply names buyers, which the permission `stock` alone must not show (decision 0051).
  adminListBatchOrders: endpoint(calls.adminListBatchOrders, {
    allows: ['orders'],
    summary: 'Orders that received units of a batch, newest first',
    params: idParams,
    query: z.object(pageQuery),
    reply: listOf(batchOrder),
  }),
  adminExportBatchOrders: endpoint(calls.adminExportBatchOrders, {
    allows: ['orders'],
    refusesCrossSite: true,
    summary: 'Orders that received units of a batch, as CSV',
    params: idParams,
    reply: 'text/csv',
  }),
} as const;
