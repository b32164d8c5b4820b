import { createServer } from 'node:net';
import { onMessage, send } from './light-http.ts';

/** A payment provider with minimal cost, so that the benchmark measures the shop. */
const server = createServer((socket) => {
  // The shop is killed at the end, so errors of its connections do not matter.
  socket.on('error', () => {});
  onMessage(socket, ({ firstLine, body }) => {
    const [method, url = ''] = firstLine.split(' ');
    send(socket, 'HTTP/1.1 200 OK', [], method === 'POST' ? newOrder(JSON.parse(body)) : payment(url));
  });
});

const newOrder = ({ amount, receipt }: { amount: number; receipt: string }) => ({
  id: `order_${receipt}_${amount}`,
  receipt,
});

/** The id of the payment contains its order, whose id contains the amount. */
function payment(url: string) {
  const id = decodeURIComponent(url.split('/').at(-1) ?? '');
  const orderId = id.replace(/^pay_/, '');
  return {
    id,
    order_id: orderId,
    amount: Number(orderId.split('_').at(-1)),
    currency: 'INR',
    method: 'card',
    status: 'captured',
    captured: true,
    amount_refunded: 0,
    created_at: Math.floor(Date.now() / 1000),
  };
}

server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
