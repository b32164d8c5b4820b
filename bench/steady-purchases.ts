import { createHmac, randomUUID } from 'node:crypto';
import { TestClient } from '../api/src/testing/clients/test-client.ts';

export type Period = { name: string; purchases: number; failures: string[]; waitsMs: number[] };

const PASSWORD = 'Correct-Horse-9!';
const PRICE_RUPEES = 499;

/** A registered customer at the version of the shop that answers. */
export async function registerBuyer(url: string): Promise<TestClient> {
  const client = new TestClient(url);
  const body = {
    name: 'Asha Rao',
    mobile: '9876543210',
    email: `steady-${randomUUID()}@example.com`,
    password: PASSWORD,
  };
  const { status } = await client.call('register', { body });
  if (status !== 201) throw new Error(`register: ${status}`);
  return client;
}

type Options = { buyers: TestClient[]; productIds: string[]; keySecret: string };

/** Buyers who buy without a pause until stopped. Their results are recorded by period. */
export function buySteadily({ buyers, productIds, keySecret }: Options) {
  const periods: Period[] = [];
  let [isOver, turn] = [false, 0];
  const timed = async <T extends { status: number; body: { code?: string } }>(wanted: number, call: Promise<T>) => {
    const since = performance.now();
    const reply = await call.catch((error: Error) => error);
    const period = periods.at(-1);
    period?.waitsMs.push(performance.now() - since);
    if (!(reply instanceof Error) && reply.status === wanted) return reply;
    period?.failures.push(reply instanceof Error ? reply.message : `${reply.status} ${reply.body.code}`);
    return undefined;
  };
  const shopper = async (buyer: TestClient) => {
    while (!isOver) {
      const productId = productIds[turn++ % productIds.length] ?? '';
      const body = { productId, amount: PRICE_RUPEES, quantity: 1 };
      const placed = await timed(201, buyer.call('createOrder', { body }));
      if (!placed) continue;
      const { _id: orderId, razorpayOrderId } = placed.body.order;
      const razorpayPaymentId = `pay_${razorpayOrderId}`;
      const razorpaySignature = createHmac('sha256', keySecret)
        .update(`${razorpayOrderId}|${razorpayPaymentId}`)
        .digest('hex');
      const proof = { orderId, razorpayOrderId, razorpayPaymentId, razorpaySignature };
      const period = periods.at(-1);
      if ((await timed(200, buyer.call('verifyPayment', { body: proof }))) && period) period.purchases += 1;
    }
  };
  const shopping = Promise.all(buyers.map(shopper));
  return {
    begin: (name: string) => void periods.push({ name, purchases: 0, failures: [], waitsMs: [] }),
    async end(): Promise<Period[]> {
      isOver = true;
      await shopping;
      return periods;
    },
  };
}
