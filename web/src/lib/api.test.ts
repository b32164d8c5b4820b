import { adminCalls } from '@shop/contract/calls/admin-calls';
import { orderCalls } from '@shop/contract/calls/order-calls';
import { expect, it } from 'vitest';
import { callPath, failureOf, makeApi, REQUEST_FAILED, registerCalls, UNREACHABLE } from './api.ts';

registerCalls({ ...orderCalls, ...adminCalls });

/** Makes one call with this answer; returns the requests that were sent and the error. */
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

it('callPath escapes parameters and leaves out empty query values', () => {
  expect(callPath('findProduct', { params: { id: '../me?x' } })).toBe('/api/v1/products/..%2Fme%3Fx');
  expect(callPath('listProducts', { query: { q: 'a&b', company: '', sort: undefined, page: 2 } })).toBe(
    '/api/v1/products?q=a%26b&page=2',
  );
});

it('a call sends a body as JSON, form data unchanged, and the given headers', async () => {
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
    // The browser sets the content type with the boundary.
    [form, { accept }],
  ]);
});

it('a DELETE call uses keepalive so that it survives leaving the page', async () => {
  const { sent } = await callWith(async () => Response.json({}));
  expect(sent).toMatchObject([['/api/v1/orders/a%2Fb', { method: 'DELETE', keepalive: true }]]);
});

it.each([
  ['cannot be sent', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['gets a truncated reply', async () => new Response('{"data":')],
])('a request that %s fails with a readable message', async (_, answer) => {
  const { failed } = await callWith(answer);
  expect(failureOf(failed)).toEqual({ message: UNREACHABLE, status: 0, code: null, errors: {} });
});

it('an aborted call rejects with the abort reason', async () => {
  const reason = new DOMException('aborted', 'AbortError');
  const { failed } = await callWith(() => Promise.reject(reason), AbortSignal.abort(reason));
  expect(failed).toBe(reason);
});

it("failureOf uses an error's own message, else the default message", () => {
  expect(
    [new Error('No passkey was used.'), new Error(''), undefined].map((error) => failureOf(error).message),
  ).toEqual(['No passkey was used.', REQUEST_FAILED, REQUEST_FAILED]);
});

it.each([
  [Response.json({ message: 'Sold out', code: 'OUT_OF_STOCK' }, { status: 409 }), 'Sold out'],
  [new Response('<html>', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway'],
  [new Response('', { status: 502 }), REQUEST_FAILED],
])('a failure takes its message from the body, the status text or the default', async (answer, message) => {
  const { failed } = await callWith(async () => answer);
  expect(failureOf(failed)).toMatchObject({ message, status: answer.status });
});
