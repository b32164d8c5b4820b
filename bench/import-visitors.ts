import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '@shop/contract/calls/calls';

type Visitors = { url: string; cookies: string[]; productIds: string[]; keySecret: string };
export type Waits = { milliseconds: number[]; purchases: number; errors: string[] };

const PRICE_RUPEES = 499;
/** The time that a person looks at a page. */
const POLL_INTERVAL_MS = 250;

/** All visitors browse and buy in a loop until the work is done. */
export async function visitDuring(visitors: Visitors, work: () => Promise<unknown>): Promise<Waits> {
  const waits: Waits = { milliseconds: [], purchases: 0, errors: [] };
  let isOver = false;
  const visiting = visitors.cookies.map(async (cookie, number) => {
    await pause(Math.random() * POLL_INTERVAL_MS);
    for (let turn = number; !isOver; turn++) await visit(visitors, waits, cookie, turn);
  });
  await work();
  isOver = true;
  await Promise.all(visiting);
  return waits;
}

type Answer = { code?: string; order: { _id: string; razorpayOrderId: string } };

async function visit({ url, productIds, keySecret }: Visitors, waits: Waits, cookie: string, turn: number) {
  const productId = productIds[turn % productIds.length];
  const ask = async (path: string, status: number, body?: object): Promise<Answer | undefined> => {
    const startedAt = performance.now();
    const reply = await fetch(`${url}${API_BASE}${path}`, {
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer = (await reply.json()) as Answer;
    waits.milliseconds.push(performance.now() - startedAt);
    if (reply.status !== status) waits.errors.push(`${path}: ${reply.status} ${answer.code}`);
    await pause(POLL_INTERVAL_MS * (0.5 + Math.random()));
    return reply.status === status ? answer : undefined;
  };
  await ask(`/products?page=${1 + (turn % 3)}`, 200);
  await ask(`/products/${productId}`, 200);
  const created = await ask('/orders/create', 201, { productId, amount: PRICE_RUPEES, quantity: 1 });
  if (!created) return;
  const { _id: orderId, razorpayOrderId } = created.order;
  const razorpayPaymentId = `pay_${razorpayOrderId}`;
  const signed = `${razorpayOrderId}|${razorpayPaymentId}`;
  const razorpaySignature = createHmac('sha256', keySecret).update(signed).digest('hex');
  const proof = { orderId, razorpayOrderId, razorpayPaymentId, razorpaySignature };
  if (await ask('/orders/verify-payment', 200, proof)) waits.purchases += 1;
}
