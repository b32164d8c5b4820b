import { createHmac, randomUUID } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { hold, inTransaction, settle } from './purchase-raw.ts';

/**
 * The least a web server can do to sell over HTTP: the two raw transactions, and between them what no shop can leave
 * out, the provider's order and its id on record. No framework, no sessions, no limits, no validation, no query builder.
 */
const { PORT = '', DATABASE_URL = '', PROVIDER_URL = '', KEY_SECRET = '', POOL = '', DETAILS = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL) });
const agent = new Agent({ keepAlive: true });

type Draft = { buyerId: string; productId: string };
type Proof = { orderId: string; razorpayOrderId: string; razorpayPaymentId: string; razorpaySignature: string };

const server = createServer(async (call, reply) => {
  const body = await json(call);
  const answer = call.url?.endsWith('/create') ? await create(body as Draft) : await verify(body as Proof);
  reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
});

async function create({ buyerId, productId }: Draft) {
  const orderId = randomUUID();
  await inTransaction(pool, (client) => hold(client, { buyerId, productId, orderId }, DETAILS, null));
  const { id } = await askProvider<{ id: string }>('POST', '/v1/orders', { amount: 49900, receipt: orderId });
  await pool.query('update orders set provider_order_id = $2 where id = $1', [orderId, id]);
  return { status: 201, body: { order: { _id: orderId, razorpayOrderId: id, isDelivered: false } } };
}

async function verify({ orderId, razorpayOrderId, razorpayPaymentId, razorpaySignature }: Proof) {
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
