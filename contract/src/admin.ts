import { z } from 'zod';
import { grants, role, user } from './accounts/accounts.ts';
import { calls } from './calls/calls.ts';
import { endpoint } from './calls/endpoint.ts';
import { dataOf, day, id, idParams, isoDate, listOf, messageReply, pageQuery, searchText } from './common.ts';
import { dashboard } from './dashboard.ts';
import { fieldMessages as text } from './failures/messages.ts';
import { flag } from './form-input.ts';
import { COMPLETION_REASON_MAX } from './limits/admin-limits.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';
import { adminOrder, paymentProgressStates } from './orders.ts';
import { bulkPreview } from './products/bulk-preview.ts';
import { savedProductReply } from './products/catalogue.ts';
import { productSorts } from './products/categories.ts';
import { bulkProducts, undo } from './products/product-bulk.ts';
import { productFilters } from './products/product-filters.ts';
import { adminProduct, adminProductRow, productChange, productInput } from './products/product-input.ts';
import { sheetInput, sheetReport } from './products/product-sheet.ts';

export const productListQuery = z.object({
  ...pageQuery,
  ...productFilters,
  sort: z.enum([...productSorts, 'oldest', 'title']).default('newest'),
});
export type ProductListQuery = z.infer<typeof productListQuery>;

const orderFilters = {
  q: searchText,
  status: z.enum(['all', ...orderStatuses]).default('all'),
  /** The first and the last day of the orders. */
  from: day.optional(),
  to: day.optional(),
};
export const orderListQuery = z.object({
  ...pageQuery,
  ...orderFilters,
  sort: z.enum(['newest', 'oldest', 'amount-asc', 'amount-desc']).default('newest'),
});
export type OrderListQuery = z.infer<typeof orderListQuery>;
export const orderExportQuery = z.object(orderFilters);
export type OrderExportQuery = z.infer<typeof orderExportQuery>;

export const peopleQuery = z.object({ ...pageQuery, search: searchText });
export type PeopleQuery = z.infer<typeof peopleQuery>;

/** The body fields for an order that is completed without a payment. */
const completion = {
  reason: z.string().trim().max(COMPLETION_REASON_MAX, text.reasonLong).optional(),
  /** Whether the money came in another way. If false, the order is not counted as revenue. */
  received: z.boolean().default(true),
};
export type Completion = z.infer<z.ZodObject<typeof completion>>;

export const orderChange = z.object({
  paymentStatus: z.enum(paymentStatuses).optional(),
  isDelivered: z.boolean().optional(),
  ...completion,
});
export type OrderChange = z.infer<typeof orderChange>;

export const userChange = z.object({
  role: role.optional(),
  active: z.boolean().optional(),
  /** The permissions of an administrator. Without them, a new administrator is an owner. */
  permissions: grants.optional(),
});
export type UserChange = z.infer<typeof userChange>;

export const auditEntry = z.object({
  _id: id,
  at: isoDate,
  actor: z.object({ _id: id, name: z.string(), email: z.string() }).nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** The present name of a person; null after its retention, and for other subjects. */
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Address and device, kept for 90 days. */
  address: z.string().nullable(),
  device: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A sign-in attempt, successful or not. The user is missing if no such account exists. */
export const signIn = z.object({
  _id: id,
  at: isoDate,
  user: z.object({ _id: id, name: z.string(), email: z.string() }).nullable(),
  isSuccess: z.boolean(),
  address: z.string(),
  device: z.string(),
});
export type SignIn = z.infer<typeof signIn>;

export const customerWithOrders = z.object({
  // Support does not need the permissions of an administrator who bought something (decision 0051).
  customer: user.omit({ permissions: true }).extend({
    totalOrders: z.number().int(),
    /** When the account was closed. The record stays for its orders. */
    closedAt: isoDate.nullable(),
  }),
  orders: z.array(adminOrder),
});
export type CustomerWithOrders = z.infer<typeof customerWithOrders>;

const orderReply = dataOf(adminOrder);
const changedOrderReply = orderReply.extend({ message: z.string() });

export const adminEndpoints = {
  adminDashboard: endpoint(calls.adminDashboard, {
    allows: ['orders'],
    summary: 'Totals, trends and what needs attention',
    query: z.object({ days: z.enum(['7', '30', '90']).default('30').transform(Number) }),
    reply: dataOf(dashboard),
  }),
  adminWaiting: endpoint(calls.adminWaiting, {
    allows: ['support'],
    summary: 'Counts of open work for the navigation',
    reply: dataOf(z.object({ enquiries: z.number().int() })),
  }),
  adminListProducts: endpoint(calls.adminListProducts, {
    allows: ['catalogue', 'stock'],
    summary: 'All products',
    query: productListQuery,
    reply: listOf(adminProductRow),
  }),
  adminSearchProducts: endpoint(calls.adminSearchProducts, {
    allows: ['catalogue', 'stock'],
    summary: 'All products that match a text',
    query: productListQuery,
    reply: listOf(adminProductRow),
  }),
  adminFindProduct: endpoint(calls.adminFindProduct, {
    allows: ['catalogue'],
    needsProof: true,
    refusesCrossSite: true,
    summary: 'One product with its code and link; audited',
    params: idParams,
    reply: dataOf(adminProduct),
  }),
  adminCreateProduct: endpoint(calls.adminCreateProduct, {
    allows: ['catalogue'],
    summary: 'Create a product',
    body: productInput,
    multipart: 'images',
    reply: savedProductReply,
    status: 201,
  }),
  adminBulkProducts: endpoint(calls.adminBulkProducts, {
    allows: ['catalogue'],
    needsProof: true,
    summary: 'Activate, deactivate, delete or edit many products. `dryRun` only previews the change',
    query: z.object({ dryRun: flag }),
    body: bulkProducts,
    reply: z.union([messageReply.extend({ count: z.number().int(), undo }), dataOf(bulkPreview)]),
  }),
  adminExportProducts: endpoint(calls.adminExportProducts, {
    allows: ['catalogue'],
    refusesCrossSite: true,
    summary: 'The filtered products as CSV, without their codes',
    query: z.object(productFilters),
    reply: 'text/csv',
  }),
  adminImportProducts: endpoint(calls.adminImportProducts, {
    allows: ['catalogue'],
    needsProof: true,
    summary: 'Create and change products from a CSV file, all lines or none. `dryRun` only reports',
    query: z.object({ dryRun: flag }),
    body: sheetInput,
    multipart: 'file',
    reply: z.union([messageReply.extend({ report: sheetReport }), dataOf(sheetReport)]),
  }),
  adminUndoBulk: endpoint(calls.adminUndoBulk, {
    allows: ['catalogue'],
    summary: 'Undo a bulk change within an hour, for products that nobody has changed since',
    params: idParams,
    reply: messageReply.extend({ count: z.number().int() }),
  }),
  adminUpdateProduct: endpoint(calls.adminUpdateProduct, {
    allows: ['catalogue'],
    summary: 'Change a product',
    params: idParams,
    body: productChange,
    multipart: 'images',
    reply: savedProductReply,
  }),
  adminDeleteProduct: endpoint(calls.adminDeleteProduct, {
    allows: ['catalogue'],
    summary: 'Delete a product. Orders keep their copy',
    params: idParams,
    reply: messageReply.extend({ undo }),
  }),
  adminListOrders: endpoint(calls.adminListOrders, {
    allows: ['orders'],
    summary: 'All orders',
    query: orderListQuery,
    reply: listOf(adminOrder),
  }),
  adminExportOrders: endpoint(calls.adminExportOrders, {
    allows: ['orders'],
    refusesCrossSite: true,
    summary: 'The filtered orders as CSV',
    query: orderExportQuery,
    reply: 'text/csv',
  }),
  adminFindOrder: endpoint(calls.adminFindOrder, {
    allows: ['orders'],
    summary: 'One order',
    params: idParams,
    reply: orderReply,
  }),
  adminUpdateOrder: endpoint(calls.adminUpdateOrder, {
    allows: ['orders'],
    needsProof: true,
    summary: 'Change payment status or delivery of an order',
    params: idParams,
    body: orderChange,
    reply: changedOrderReply,
  }),
  adminUpdateOrderStatus: endpoint(calls.adminUpdateOrderStatus, {
    allows: ['orders'],
    needsProof: true,
    summary: 'Change the payment status; completed asks the provider and delivers, refunded refunds at the provider',
    params: idParams,
    body: z.object({ status: z.enum(paymentStatuses), ...completion }),
    reply: changedOrderReply,
  }),
  adminCheckPayment: endpoint(calls.adminCheckPayment, {
    allows: ['orders'],
    summary: 'Ask the provider about the payment of an order now, and settle what it has captured',
    params: idParams,
    reply: changedOrderReply.extend({ payment: z.enum(paymentProgressStates) }),
  }),
  cancelOrderByAdmin: endpoint(calls.cancelOrderByAdmin, {
    allows: ['orders'],
    summary: 'Delete an unpaid order',
    params: idParams,
    reply: messageReply,
  }),
  adminListCustomers: endpoint(calls.adminListCustomers, {
    allows: ['people', 'support'],
    summary: 'Customers',
    query: peopleQuery,
    reply: listOf(user),
  }),
  adminFindCustomer: endpoint(calls.adminFindCustomer, {
    allows: ['people', 'support'],
    summary: 'A customer and their orders',
    params: idParams,
    reply: dataOf(customerWithOrders),
  }),
  adminListUsers: endpoint(calls.adminListUsers, {
    allows: ['people'],
    summary: 'All users',
    query: peopleQuery,
    reply: listOf(user),
  }),
  adminFindUser: endpoint(calls.adminFindUser, {
    allows: ['people'],
    summary: 'One user',
    params: idParams,
    reply: dataOf(user),
  }),
  adminUpdateUser: endpoint(calls.adminUpdateUser, {
    allows: ['people'],
    needsProof: true,
    summary: 'Change role, permissions or state of a user. Only owners change administrators, and the last owner stays',
    params: idParams,
    body: userChange,
    reply: dataOf(user).extend({ message: z.string() }),
  }),
  adminListAudit: endpoint(calls.adminListAudit, {
    allows: ['settings'],
    summary: 'The audit log',
    query: z.object({ ...pageQuery, q: searchText }),
    reply: listOf(auditEntry),
  }),
  adminListSignIns: endpoint(calls.adminListSignIns, {
    allows: ['settings'],
    summary: 'Sign-ins of the last 90 days, failed and not, newest first',
    query: z.object(pageQuery),
    reply: listOf(signIn),
  }),
} as const;
