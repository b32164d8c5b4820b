import type { OrderExportQuery, OrderListQuery } from '@shop/contract/admin';
import type { Page } from '@shop/contract/common';
import { toRupees } from '@shop/contract/money';
import type { AdminOrder } from '@shop/contract/orders';
import { recordAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failure.ts';
import { csvHeader, csvRow } from '../../../platform/files/csv.ts';
import { indianTime } from '../../../platform/indian-day.ts';
import { firstRows, type ListSource, readPage } from '../../../platform/lists/list-page.ts';
import type { Database } from '../../../tables.ts';
import { searchPeopleIds } from '../../accounts/people/people.service.ts';
import { adminOrderOnWire } from '../order-on-wire.ts';
import { listReveals } from '../orders.queries.ts';
import {
  countOrdersOfCustomer,
  findOrderWithBuyer,
  listOrderIds,
  listOrdersForExport,
  listOrdersOfCustomer,
  listOrdersWithBuyer,
  measureOrders,
  type OrderSelection,
} from './order-list.queries.ts';
import { orderIdPart, periodOf } from './order-list.rules.ts';

type ListDeps = { db: Database };

const FEW_PEOPLE = 1000;

async function selectionOf(db: Database, { q, status, from, to }: OrderExportQuery): Promise<OrderSelection> {
  const period = periodOf(from, to);
  if (!q) return { status, period };
  const ids = await searchPeopleIds(db, q, FEW_PEOPLE + 1);
  const buyers = ids.length > FEW_PEOPLE ? { text: q } : { ids };
  return { status, period, match: { buyers, id: orderIdPart(q) } };
}

const FEW_ORDERS = 5000;

/** If a search matches few orders, their ids are read at once: counting them first would search twice. */
async function sourceOf(db: Database, selection: OrderSelection, sort: OrderListQuery['sort']): Promise<ListSource> {
  if (selection.match && 'ids' in selection.match.buyers) {
    const ids = await listOrderIds(db, selection, { ...firstRows(FEW_ORDERS + 1), sort });
    if (ids.length <= FEW_ORDERS)
      return {
        extent: { total: ids.length, edges: [] },
        listIds: async ({ offset, limit }) => ids.slice(offset, offset + limit),
      };
  }
  return {
    extent: await measureOrders(db, selection, sort),
    listIds: (slice) => listOrderIds(db, selection, { ...slice, sort }),
  };
}

export async function listOrders({ db }: ListDeps, query: OrderListQuery): Promise<Page<AdminOrder>> {
  const { page, limit, sort, ...filters } = query;
  const source = await sourceOf(db, await selectionOf(db, filters), sort);
  return readPage({ page, limit }, source, async (ids) => (await listOrdersWithBuyer(db, ids)).map(adminOrderOnWire));
}

export async function recentOrders({ db }: ListDeps, limit: number): Promise<AdminOrder[]> {
  const ids = await listOrderIds(db, { status: 'all' }, { ...firstRows(limit), sort: 'newest' });
  return (await listOrdersWithBuyer(db, ids)).map(adminOrderOnWire);
}

const REVEALS_SHOWN = 20;

/** An order with its reveals, which show whether the buyer has seen the codes. */
export async function findOrder({ db }: ListDeps, id: string): Promise<AdminOrder> {
  const row = await findOrderWithBuyer(db, id);
  if (!row) throw fail('orderNotFound');
  const reveals = await listReveals(db, { orderId: id, limit: REVEALS_SHOWN });
  return {
    ...adminOrderOnWire(row),
    reveals: reveals.map(({ revealed_at, address, device }) => ({ at: revealed_at.toISOString(), address, device })),
  };
}

const HISTORY_MAX = 500;

/** A customer's newest orders, and their total. */
export async function ordersOfCustomer(
  { db }: ListDeps,
  customerId: string,
): Promise<{ orders: AdminOrder[]; total: number }> {
  const rows = await listOrdersOfCustomer(db, customerId, HISTORY_MAX);
  return { orders: rows.map(adminOrderOnWire), total: await countOrdersOfCustomer(db, customerId) };
}

type ExportRow = Awaited<ReturnType<typeof listOrdersForExport>>[number];

const exportColumns: Record<string, (row: ExportRow) => string | number> = {
  'Order ID': (row) => row.id,
  'Buyer ID': (row) => row.buyer_id ?? '',
  'Buyer Name': (row) => row.buyer_name ?? '',
  'Buyer Email': (row) => row.buyer_email ?? '',
  'Product ID': (row) => row.product_id,
  Product: (row) => row.product_title,
  Quantity: (row) => row.quantity,
  Amount: (row) => toRupees(row.amount_paise),
  'Amount Paid': (row) => toRupees(row.amount_paid_paise),
  'Payment Method': (row) => row.payment_method,
  'Payment Status': (row) => row.payment_status,
  Status: (row) => row.status,
  'Is Delivered': (row) => (row.is_delivered ? 'Yes' : 'No'),
  'Razorpay Order ID': (row) => row.provider_order_id ?? '-',
  'Created At (IST)': (row) => indianTime(row.created_at),
  'Updated At (IST)': (row) => indianTime(row.updated_at),
  Refunded: (row) => toRupees(row.refunded_paise),
  'Deducted by Disputes': (row) => toRupees(row.deducted_paise),
};

const EXPORT_BATCH = 1000;

/**
 * The filtered orders as CSV. The export is recorded first, because it contains names and addresses. The search text is not
 * recorded: it may be a name, which would stay after the account is closed.
 */
export async function exportOrders(
  { db, clock }: ListDeps & { clock: Clock },
  actor: { _id: string },
  filters: OrderExportQuery,
): Promise<AsyncGenerator<string>> {
  const { q, status, from, to } = filters;
  await recordAudit(db, {
    at: clock.now(),
    actorId: actor._id,
    action: 'order.all-exported',
    subjectType: 'order',
    subjectId: 'all',
    details: { status, from, to, searched: q !== undefined && q !== '' },
  });
  return linesOf(db, filters);
}

/** Reads a batch at a time, so that no transaction stays open and memory stays bounded. */
async function* linesOf(db: Database, filters: OrderExportQuery): AsyncGenerator<string> {
  const selection = await selectionOf(db, filters);
  yield csvHeader(Object.keys(exportColumns));
  const cells = Object.values(exportColumns);
  let after: string | null = null;
  for (;;) {
    const rows: ExportRow[] = await listOrdersForExport(db, selection, { after, limit: EXPORT_BATCH });
    yield rows.map((row) => csvRow(cells.map((cell) => cell(row)))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_BATCH) return;
    after = last.id;
  }
}
