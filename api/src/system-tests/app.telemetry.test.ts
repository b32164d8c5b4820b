import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { API_BASE, calls } from '@shop/contract/calls/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentTracer } from '../platform/telemetry/tracing.ts';
import { proofOf, testPayments } from '../testing/clients/test-payments.ts';
import { buildProduct } from '../testing/data/builders.ts';
import { createMailbox, type Mailbox } from '../testing/mails/mailbox.ts';
import { type CollectedSpan, type Collector, openCollector, spanTree } from '../testing/servers/collector.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const BROWSER = '00f067aa0ba902b7';
const headers = { traceparent: `00-${TRACE}-${BROWSER}-01` };

let collector: Collector;
let mailbox: Mailbox;
let shop: TestShop;
let secrets: string[];
let told: string | null;
let spans: CollectedSpan[];

/** Traces one purchase, from the browser's first call to the mail with the code. */
beforeAll(async () => {
  [collector, mailbox] = [await openCollector(), await createMailbox()];
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, SMTP_URL: mailbox.url, SANDBOX_FAULTS: 'on' };
  shop = await openTestShop(env, { worker: true });
  const buyer = await shop.customer();
  const product = await buildProduct(shop);
  const created = await buyer.call('createOrder', {
    body: { productId: product.id, amount: product.price_paise / 100, quantity: 1 },
    headers,
  });
  expect(created.status, created.body.message).toBe(201);
  told = created.headers.get('traceresponse');
  const { order } = created.body;
  // No webhook: it would start its own trace and could settle the order first.
  const proof = await testPayments(shop).capture(order.razorpayOrderId ?? '', { webhook: false });
  const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof), headers });
  expect(verified.status, verified.body.message).toBe(200);
  await mailbox.waitForMailTo(buyer.user.email);
  await sendBodyLate(`${shop.url}${API_BASE}${calls.login.path}`, {
    email: buyer.user.email,
    password: 'not this one',
  });
  secrets = [buyer.user.email, buyer.user.name, product.code];
  // Closing the shop sends the remaining spans.
  await shop.close();
  spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
});
afterAll(async () => {
  await mailbox.close();
  await collector.close();
});

/** Sends the body after the server has started with the request. */
async function sendBodyLate(url: string, body: object): Promise<void> {
  const content = { 'content-type': 'application/json', expect: '100-continue' };
  const request = openRequest(url, { method: 'POST', headers: { ...headers, ...content } });
  request.flushHeaders();
  await once(request, 'continue');
  request.end(JSON.stringify(body));
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
}

const find = (name: string | RegExp, parent?: CollectedSpan) => {
  const found = spans.filter(
    (span) =>
      (typeof name === 'string' ? span.name === name : name.test(span.name)) &&
      (!parent || span.parentSpanId === parent.spanId),
  );
  expect(found.length, String(name)).toBeGreaterThan(0);
  return found[0] as CollectedSpan;
};
const factsOf = ({ attributes }: Pick<CollectedSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

describe('the trace of a purchase', () => {
  it('the trace continues the one of the browser and returns its id', () => {
    const request = find('POST /api/v1/orders/create');
    expect(request.parentSpanId).toBe(BROWSER);
    expect(factsOf(request)).toMatchObject({ 'http.route': '/api/v1/orders/create', 'http.response.status_code': 201 });
    expect(told).toBe(`00-${TRACE}-${request.spanId}-01`);
  });

  it('the trace has the SQL statements and the calls to the provider', () => {
    const request = find('POST /api/v1/orders/create');
    expect(factsOf(find(/^insert orders$/, request))['db.query.text']).toMatch(/^insert into "orders" .*\$1/s);
    find('commit', request);
    expect(factsOf(find(/^POST 127\.0\.0\.1:/, request))).toMatchObject({
      'url.path': '/sandbox/razorpay/v1/orders',
      'http.response.status_code': 200,
    });
  });

  it('the trace has every step once', () => {
    const counted = ['insert orders', 'enqueue delivery-mail', 'job delivery-mail', 'send mail'].map(
      (name) => spans.filter((span) => span.name === name).length,
    );
    expect(counted).toEqual([1, 1, 1, 1]);
    expect(spans.filter(({ name }) => name.startsWith('POST 127.0.0.1:'))).toHaveLength(1);
  });

  it('the trace continues through the queue to the job and its mail', () => {
    const request = find('POST /api/v1/orders/verify-payment');
    find(/^GET 127\.0\.0\.1:/, request);
    const job = find('job delivery-mail', find('enqueue delivery-mail', request));
    find(/^select /, job);
    find('send mail', job);
  });

  it('the trace has the statements after a late body', () => {
    find(/^select /, find(`POST ${API_BASE}${calls.login.path}`));
  });

  it('the spans of the trace form one tree', () => {
    expect(spanTree(spans, BROWSER)).toHaveLength(spans.length);
  });

  it('the trace has no personal data and no code', () => {
    const text = JSON.stringify(collector.spans);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

it('the collector gets the same metrics as /metrics', () => {
  const last = (name: string) => collector.metrics.findLast((metric) => metric.name === name);
  expect(last('shop_orders_placed_total')?.sum?.dataPoints.map(({ asDouble }) => asDouble)).toEqual([1]);
  expect(last('database_up')?.gauge?.dataPoints.map(({ asDouble }) => asDouble)).toEqual([1]);
  const [created] =
    last('http_request_duration_seconds')?.histogram?.dataPoints.filter(
      (point) => factsOf(point).route === '/api/v1/orders/create',
    ) ?? [];
  expect(created?.bucketCounts).toHaveLength(12);
  expect(created?.bucketCounts?.reduce((sum, count) => sum + count)).toBe(1);
});

it('a missing collector fails no request and does not delay the stop', async () => {
  const lonely = await openTestShop({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' });
  const answer = await lonely.visitor().call('listProducts');
  await lonely.close();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('traceresponse')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

it('without a collector nothing is traced', async () => {
  const untraced = await openTestShop();
  expect(currentTracer()).toBeUndefined();
  const answer = await untraced.visitor().call('listProducts', { headers });
  await untraced.close();
  expect(answer.headers.get('traceresponse')).toBeNull();
});
