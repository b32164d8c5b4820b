import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { API_BASE, type Call, calls } from '@shop/contract/calls/calls';
import type { Endpoint } from '@shop/contract/calls/endpoint';
import { endpoints } from '@shop/contract/calls/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import type { SignedInClient } from '../testing/clients/test-sessions.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/** Requests that our pages never send: each gets a failure (4xx), never a fault (5xx). */
let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on' }, { web: true });
  // A fixed clock, so that no hour ends while an hourly limit is counted.
  shop.clock.set(new Date('2031-01-01T10:00:00Z'));
  admin = await shop.admin();
});
afterAll(() => shop.close());

describe('request URLs', () => {
  /** Sends the path unchanged; `fetch` would normalize it. */
  async function get(path: string) {
    const asked = request(shop.url, { agent: false });
    asked.path = path;
    const reply = await new Promise<IncomingMessage>((resolve, reject) =>
      asked.once('response', resolve).once('error', reject).end(),
    );
    const { location, 'referrer-policy': referrer } = reply.headers;
    return { status: reply.statusCode, location, referrer, body: await text(reply) };
  }

  it.each([
    '//',
    '///x',
    '//?x',
    '//evil.example/',
    '//evil.example/products',
    '//user:pass@evil.example:99999/',
    '//[',
    '/\\',
    '/\\evil.example',
    '/.//',
    '/%2f',
    '/%2F%2Fevil.example',
    '/%5c',
    'http://evil.example//x',
  ])('%s is 404 and no redirect', async (path) => {
    const reply = await get(path);
    expect([reply.status, reply.location]).toEqual([404, undefined]);
    expect(reply.body).toMatch(/Page not found|"code":"NOT_FOUND"/);
  });

  it('an absolute request URL works and its host is ignored', async () => {
    expect((await get('http://evil.example/')).status).toBe(200);
    expect((await get(`http://evil.example${API_BASE}/nowhere`)).status).toBe(404);
    const resetPages = ['/reset-password/x', '/%72eset-password/x', 'http://evil.example/%72eset-password/x'];
    for (const page of resetPages) expect(await get(page)).toMatchObject({ status: 200, referrer: 'no-referrer' });
  });
});

describe('unreadable requests', () => {
  it.each([
    ['is not HTTP', 400, 'MALFORMED', 'hello\r\n\r\n'],
    ['has no such method', 400, 'MALFORMED', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has too long a head', 431, 'TOO_LARGE', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('a request that %s is answered like any failure', async (_, status, code, sent) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.write(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('x-content-type-options: nosniff');
    const { requestId, ...failure } = JSON.parse(body);
    expect(failure).toEqual({ code, message: expect.any(String) });
    expect(head).toContain(`x-request-id: ${requestId}`);
  });
});

describe('pipelined requests', () => {
  /** Sends raw bytes and returns the statuses of all responses until the server closes the connection. */
  async function statusesOf(sent: string): Promise<number[]> {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.write(sent);
    return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  }
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const list = get(`${API_BASE}/products`);
  const bad = 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n';
  const badBody = `POST ${API_BASE}/auth/login HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`;

  it.each([
    ['a request before the 400 of the next one', list + bad, [200, 400]],
    ['a request answered before Fastify before the 400 of the next one', get('/healthz') + bad, [200, 400]],
    ['three requests before the 400 of the fourth', list + get('/healthz') + list + bad, [200, 200, 200, 400]],
    ['a request before the 400 of the next one with a broken body', list + badBody, [200, 400]],
    ['a broken body at once', badBody, [400]],
  ])('the server answers %s', async (_, sent, statuses) => {
    expect(await statusesOf(sent)).toEqual(statuses);
  });

  it('an unreadable request is answered once, also if more bytes follow it', async () => {
    expect(await statusesOf(list + bad + bad.repeat(10_000))).toEqual([200, 400]);
  });

  const CLOSE = 'Connection: close\r\n';
  it.each(['/', '/healthz', '/nowhere.txt', `${API_BASE}/products`, `${API_BASE}/nowhere`])(
    'two Host headers are answered 400 at %s',
    async (path) => {
      for (const second of ['Host: evil.example\r\n', 'hOST: x\r\n'])
        expect([second, await statusesOf(get(path, second + CLOSE))]).toEqual([second, [400]]);
      expect(await statusesOf(get(path, CLOSE))).not.toEqual([400]);
    },
  );
});

describe('multipart forms', () => {
  const field = 'Content-Disposition: form-data; name="title"\r\n\r\nhello';
  const file = 'Content-Disposition: form-data; name="images"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nxxxx';
  const EDGE = 'multipart/form-data; boundary=edge';
  const broken: [string, string, string][] = [
    ['names no boundary', 'multipart/form-data', `--edge\r\n${field}\r\n--edge--\r\n`],
    ['names another boundary', 'multipart/form-data; boundary=other', `--edge\r\n${field}\r\n--edge--\r\n`],
    ['ends in a field', EDGE, `--edge\r\n${field}`],
    ['ends in a file', EDGE, `--edge\r\n${file}`],
    ['ends in a boundary', EDGE, `--edge\r\n${file}\r\n--ed`],
    ['ends in the head of a part', EDGE, '--edge\r\nContent-Dispo'],
    ['has no parts', EDGE, 'garbage'],
  ];
  const takingForms = Object.values(endpoints).filter((endpoint: Endpoint) => endpoint.multipart);
  const send = ({ method, path }: Call, type: string, body: string) =>
    admin.fetch(`${API_BASE}${path.replace(':id', newId())}`, {
      method,
      headers: { 'content-type': type },
      body,
    });

  it.each(broken)('a form that %s is answered as malformed', async (_, type, body) => {
    for (const call of takingForms)
      expect([call.path, await send(call, type, body)]).toMatchObject([
        call.path,
        { status: 400, body: { code: 'MALFORMED' } },
      ]);
  });

  it('a call that takes only JSON refuses a form', async () => {
    const reply = await send(calls.login, EDGE, `--edge\r\n${field}\r\n--edge--\r\n`);
    expect(reply).toMatchObject({ status: 415, body: { code: 'WRONG_MEDIA_TYPE' } });
  });
});

describe('X-Forwarded-For', () => {
  const enquiry = { name: 'Asha Rao', email: 'asha@example.com', contactType: 'general', message: 'Hello' };
  const enquire = (forwarded: string) =>
    shop.visitor().call('submitContact', { body: enquiry, headers: { 'x-forwarded-for': forwarded } });
  const PER_HOUR = 5;
  const long = () => randomBytes(1_500).toString('hex');

  it.each([
    ['a long text', long],
    ['an address with a long zone id', () => `fe80::1%${long()}`],
    ['SQL', () => `'; drop table users; -- ${long().slice(0, 20)}`],
  ])("%s in X-Forwarded-For is ignored: the proxy's own address counts", async (_, forged) => {
    await shop.db.deleteFrom('rate_limits').execute();
    for (let count = 0; count < PER_HOUR; count++) expect((await enquire(forged())).status).toBe(201);
    expect(await enquire(forged())).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect((await shop.visitor().call('submitContact', { body: enquiry })).status).toBe(429);
  });

  it('an address that the client put in front of the proxy’s is ignored', async () => {
    await shop.db.deleteFrom('rate_limits').execute();
    for (let count = 0; count < PER_HOUR; count++)
      expect((await enquire(`198.51.100.${count}, 203.0.113.9`)).status).toBe(201);
    expect((await enquire('198.51.100.77, 203.0.113.9')).status).toBe(429);
    expect((await enquire('203.0.113.10')).status).toBe(201);
  });
});
