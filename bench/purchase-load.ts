import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Message, onMessage, send } from './light-http.ts';

export type Buyer = { cookie: string };
export type Load = { url: string; buyers: Buyer[]; productIds: string[]; purchases: number; keySecret: string };
/** `errors` has the reason of each failed purchase. */
export type Result = { perSecond: number; errors: string[] };

const PRICE_RUPEES = 499;

/** Makes all purchases. The buyers run in parallel, each with one purchase at a time. */
export async function buyThroughServer(load: Load): Promise<Result> {
  let next = 0;
  const errors: string[] = [];
  const browsers = await Promise.all(load.buyers.map((buyer) => connectAs(buyer, load.url)));
  const startedAt = performance.now();
  const shopper = async ({ post }: { post: Post }) => {
    for (let turn = next++; turn < load.purchases; turn = next++) {
      const productId = load.productIds[turn % load.productIds.length] ?? '';
      const refusal = await purchase(load, post, productId);
      if (refusal) errors.push(refusal);
    }
  };
  await Promise.all(browsers.map(shopper));
  const perSecond = load.purchases / ((performance.now() - startedAt) / 1000);
  for (const browser of browsers) browser.close();
  return { perSecond, errors };
}

async function purchase({ keySecret }: Load, post: Post, productId: string): Promise<string | undefined> {
  const created = await post('/api/v1/orders/create', { productId, amount: PRICE_RUPEES, quantity: 1 });
  if (created.status !== 201) return `create: ${created.body.code}`;
  const { _id, razorpayOrderId } = created.body.order;
  const razorpayPaymentId = `pay_${razorpayOrderId}`;
  const razorpaySignature = createHmac('sha256', keySecret)
    .update(`${razorpayOrderId}|${razorpayPaymentId}`)
    .digest('hex');
  const proof = { orderId: _id, razorpayOrderId, razorpayPaymentId, razorpaySignature };
  const verified = await post('/api/v1/orders/verify-payment', proof);
  if (verified.status !== 200) return `verify: ${verified.body.code}`;
  return verified.body.order.isDelivered ? undefined : 'verify: not delivered';
}

type Answer = { code?: string; order: { _id: string; razorpayOrderId: string; isDelivered: boolean } };
type Post = (path: string, body: object) => Promise<{ status: number; body: Answer }>;

/** The connection of one buyer, with one request at a time. */
async function connectAs({ cookie }: Buyer, url: string): Promise<{ post: Post; close(): void }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.setNoDelay(true);
  let hear: (message: Message) => void = () => {};
  let fail: (error: Error) => void = () => {};
  onMessage(socket, (message) => hear(message));
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('the server closed the connection')));
  const headers = [`host: ${host}`, `cookie: ${cookie}`];
  const post: Post = async (path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    [hear, fail] = [resolve, reject];
    send(socket, `POST ${path} HTTP/1.1`, headers, body);
    const { firstLine, body: content } = await promise;
    return { status: Number(firstLine.split(' ')[1]), body: JSON.parse(content) };
  };
  return { post, close: () => socket.destroy() };
}
