import { adminCalls } from '@shop/contract/calls/admin-calls';
import { orderCalls } from '@shop/contract/calls/order-calls';
import { expect, it } from 'vitest';
import { callPath, failureOf, knowCalls, makeApi, REQUEST_FAILED, UNREACHABLE } from './api.ts';

knowCalls({ ...orderCalls, ...adminCalls });

/** What is sent by a call, and what is left of it when it is answered so. */
async function callWith(answer: () => Promise<Response>, signal?: AbortSignal) {
  const sent: [path: string, init: RequestInit][] = [];
  const api = makeApi((path, init) => {
    sent.push([path, init]);
    return answer();
  });
  const failed = await api.deleteOrder({ params: { id: 'a/b' } }, { ...(signal && { signal }) }).then(
    () => null,
    (error) => error,
  );
  return { failed, sent };
}

it('puts what is given into the address so that it stays what it is, and leaves out what is not given', () => {
  expect(callPath('findProduct', { params: { id: '../me?x' } })).toBe('/api/v1/products/..%2Fme%3Fx');
  expect(callPath('listProducts', { query: { q: 'a&b', company: '', sort: undefined, page: 2 } })).toBe(
    '/api/v1/products?q=a%26b&page=2',
  );
});

it('sends a body as JSON, a form as it is, and the headers that it is given', async () => {
  const sent: RequestInit[] = [];
  const api = makeApi(async (_, init) => {
    sent.push(init);
    return Response.json({});
  });
  const body = { productId: 'p', amount: 1 };
  await api.createOrder({ body }, { headers: { 'idempotency-key': 'k' } });
  const form = new FormData();
  await api.adminCreateProduct({ body: form });
  const accept = 'application/json';
  expect(sent.map(({ body, headers }) => [body, headers])).toEqual([
    [JSON.stringify(body), { accept, 'content-type': accept, 'idempotency-key': 'k' }],
    // The browser adds what separates its parts.
    [form, { accept }],
  ]);
});

it('sends what gives something up so that it arrives although the page goes away', async () => {
  const { sent } = await callWith(async () => Response.json({}));
  expect(sent).toMatchObject([['/api/v1/orders/a%2Fb', { method: 'DELETE', keepalive: true }]]);
});

it.each([
  ['cannot be sent', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['breaks off', async () => new Response('{"data":')],
])('says of an answer that %s what people understand', async (_, answer) => {
  const { failed } = await callWith(answer);
  expect(failureOf(failed)).toEqual({ message: UNREACHABLE, status: 0, code: null, errors: {} });
});

it('leaves a call that was given up what it is', async () => {
  const reason = new DOMException('given up', 'AbortError');
  const { failed } = await callWith(() => Promise.reject(reason), AbortSignal.abort(reason));
  expect(failed).toBe(reason);
});

it('has the words of whatever else went wrong, if there are any', () => {
  expect(
    [new Error('No passkey was used.'), new Error(''), undefined].map((error) => failureOf(error).message),
  ).toEqual(['No passkey was used.', REQUEST_FAILED, REQUEST_FAILED]);
});

it.each([
  [Response.json({ message: 'Sold out', code: 'OUT_OF_STOCK' }, { status: 409 }), 'Sold out'],
  [new Response('<html>', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway'],
  [new Response('', { status: 502 }), REQUEST_FAILED],
])('has the words of the server, else of the network, else its own', async (answer, message) => {
  const { failed } = await callWith(async () => answer);
  expect(failureOf(failed)).toMatchObject({ message, status: answer.status });
});
