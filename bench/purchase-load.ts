import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type Buyer = { cookie: string };
export type Load = { url: string; buyers: Buyer[]; productIds: string[]; purchases: number; keySecret: string };
/** `errors` says why each purchase that was not made was not. */
export type Result = { perSecond: number; errors: string[] };

const PRICE_RUPEES = 499;
const agent = new Agent({ keepAlive: true });

/** Buys until all purchases are made, every buyer one after the other, all buyers at once. */
export async function buyThroughServer(load: Load): Promise<Result> {
  let next = 0;
  const errors: string[] = [];
  const startedAt = performance.now();
  const shopper = async (buyer: Buyer) => {
    for (let turn = next++; turn < load.purchases; turn = next++) {
      const productId = load.productIds[turn % load.productIds.length] ?? '';
      const refusal = await purchase(load, buyer, productId);
      if (refusal) errors.push(refusal);
    }
  };
  await Promise.all(load.buyers.map(shopper));
  return { perSecond: load.purchases / ((performance.now() - startedAt) / 1000), errors };
}

async function purchase({ url, keySecret }: Load, { cookie }: Buyer, productId: string): Promise<string | undefined> {
  const created = await post(`${url}/api/v1/orders/create`, cookie, { productId, amount: PRICE_RUPEES, quantity: 1 });
  if (created.status !== 201) return `create: ${created.body.code}`;
  const { _id, razorpayOrderId } = created.body.order;
  const razorpayPaymentId = `pay_${razorpayOrderId}`;
  const razorpaySignature = createHmac('sha256', keySecret)
    .update(`${razorpayOrderId}|${razorpayPaymentId}`)
    .digest('hex');
  const proof = { orderId: _id, razorpayOrderId, razorpayPaymentId, razorpaySignature };
  const verified = await post(`${url}/api/v1/orders/verify-payment`, cookie, proof);
  if (verified.status !== 200) return `verify: ${verified.body.code}`;
  return verified.body.order.isDelivered ? undefined : 'verify: not delivered';
}

type Answer = { code?: string; order: { _id: string; razorpayOrderId: string; isDelivered: boolean } };

function post(url: string, cookie: string, body: object): Promise<{ status: number; body: Answer }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: { cookie, 'content-type': 'application/json' } });
    call.once('error', reject);
    call.once('response', async (response) =>
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(await text(response)) }),
    );
    call.end(JSON.stringify(body));
  });
}
