import { createHash, createHmac, randomUUID } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { hold, inTransaction, plannedOnce, settle } from './purchase-raw.ts';

/**
 * The minimal safe shop over HTTP: the two raw transactions, session, rate limit, current product, the provider's order and its
 * stored id. It has no framework, no validation, no headers, no query builder, and answers only what the load reads.
 */
const { PORT = '', DATABASE_URL = '', PROVIDER_URL = '', KEY_SECRET = '', POOL = '', DETAILS = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL) });
const agent = new Agent({ keepAlive: true });

const findSession = plannedOnce(
  'find-session',
  `select users.* from sessions join users on users.id = sessions.user_id
   where id_hash = $1 and expires_at > now() and active and closed_at is null`,
);
const countHit = plannedOnce(
  'count-hit',
  `insert into rate_limits (key, window_start, hits) values ($1, date_trunc('minute', now()), 1)
   on conflict (key, window_start) do update set hits = rate_limits.hits + 1 returning hits`,
);
const findProduct = plannedOnce(
  'find-product',
  `select *, exists (select from units where product_id = products.id and state = 'available' and expires_at > now())
   from products where id = $1 and deleted_at is null`,
);
const keepProviderOrder = plannedOnce('keep-provider-order', 'update orders set provider_order_id = $2 where id = $1');
const findOrder = plannedOnce('find-order', 'select * from orders where id = $1 and buyer_id = $2');

type Draft = { productId: string; amount: number };
type Proof = { orderId: string; razorpayOrderId: string; razorpayPaymentId: string; razorpaySignature: string };

const server = createServer(async (call, reply) => {
  const body = await json(call);
  const buyerId = await findBuyer(call.headers.cookie ?? '');
  const answer = call.url?.endsWith('/create')
    ? await create(buyerId, body as Draft)
    : await verify(buyerId, body as Proof);
  reply.statusCode = answer.status;
  reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer.body));
});

async function findBuyer(cookie: string): Promise<string> {
  const idHash = createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest();
  const { rows } = await findSession(pool, idHash);
  return rows[0].id;
}

async function create(buyerId: string, { productId, amount }: Draft) {
  await countHit(pool, `bare:${buyerId}`);
  const { rows } = await findProduct(pool, productId);
  if (Number(rows[0].price_paise) !== amount * 100) return { status: 409, body: { code: 'PRICE_CHANGED' } };
  const orderId = randomUUID();
  await inTransaction(pool, (client) => hold(client, { buyerId, productId, orderId }, DETAILS, null));
  const { id } = await askProvider<{ id: string }>('POST', '/v1/orders', { amount: 49900, receipt: orderId });
  await keepProviderOrder(pool, orderId, id);
  return { status: 201, body: { order: { _id: orderId, razorpayOrderId: id, isDelivered: false } } };
}

async function verify(buyerId: string, { orderId, razorpayOrderId, razorpayPaymentId, razorpaySignature }: Proof) {
  const { rows } = await findOrder(pool, orderId, buyerId);
  if (rows[0].provider_order_id !== razorpayOrderId) return { status: 400, body: { code: 'SIGNATURE_MISMATCH' } };
  const signature = createHmac('sha256', KEY_SECRET).update(`${razorpayOrderId}|${razorpayPaymentId}`).digest('hex');
  if (signature !== razorpaySignature) return { status: 400, body: { code: 'SIGNATURE_MISMATCH' } };
  await askProvider('GET', `/v1/payments/${razorpayPaymentId}`);
  await inTransaction(pool, (client) => settle(client, orderId, razorpayOrderId));
  return { status: 200, body: { order: { _id: orderId, razorpayOrderId, isDelivered: true } } };
}

function askProvider<T>(method: string, path: string, body?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = request(`${PROVIDER_URL}${path}`, { method, agent });
    call.once('error', reject).once('response', (reply: IncomingMessage) => resolve(json(reply) as Promise<T>));
    call.end(body && JSON.stringify(body));
  });
}

server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
