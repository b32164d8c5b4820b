import { API_BASE } from '@shop/contract/calls/calls';
import type { Endpoint } from '@shop/contract/calls/endpoint';
import { endpoints } from '@shop/contract/calls/endpoints';
import { describe, expect, it } from 'vitest';
import { shareTestShop } from '../testing/share-test-shop.ts';

type Content = Record<string, { schema: { properties?: object } }>;
type DescribedCall = {
  requestBody?: { content: Content };
  security?: unknown;
  responses: Record<string, { content: Content }>;
};
type Described = { paths: Record<string, Record<string, DescribedCall>>; components: { securitySchemes: unknown } };

const shop = shareTestShop();

describe('replies', () => {
  it('every failure has the same shape and the request id of its header', async () => {
    const reply = await shop.visitor().fetch<{ requestId: string }>('/api/v1/nowhere');
    expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: expect.any(String) } });
    expect(reply.body.requestId).toBe(reply.headers.get('x-request-id'));
  });

  it('malformed JSON, a wrong media type and a wrong field are different failures', async () => {
    const post = (body: string, type: string) =>
      shop.visitor().fetch('/api/v1/auth/login', { method: 'POST', body, headers: { 'content-type': type } });
    expect(await post('{"email":', 'application/json')).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
    expect(await post('<email/>', 'application/xml')).toMatchObject({
      status: 415,
      body: { code: 'WRONG_MEDIA_TYPE' },
    });
    expect(await post('{"email":"x"}', 'application/json')).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_FAILED', errors: { email: 'Invalid email format', password: 'Password is required' } },
    });
  });

  it('a missing body counts as empty, and a body that is no object is refused', async () => {
    const post = (init: RequestInit) => shop.visitor().fetch('/api/v1/auth/login', { method: 'POST', ...init });
    const errors = { email: 'Email is required', password: 'Password is required' };
    expect(await post({})).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED', errors } });
    const headers = { 'content-type': 'application/json' };
    for (const body of ['[]', '"text"', '1'])
      expect(await post({ headers, body })).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
  });

  it.each([
    [{ page: '0' }, { page: 'Must be at least 1' }],
    [{ limit: '101' }, { limit: 'Must be at most 100' }],
    [{ page: 'x' }, { page: 'Must be a number' }],
    [{ sort: 'x' }, { sort: 'Must be one of: newest, price-asc, price-desc, rating, expiring' }],
    [{ q: 'x'.repeat(201) }, { q: 'Must be at most 200 characters' }],
  ])('the filter %j is refused in plain words', async (query, errors) => {
    expect(await shop.visitor().call('listProducts', { query })).toMatchObject({ status: 422, body: { errors } });
  });

  it('a body over 64 KiB and text that PostgreSQL cannot store are refused', async () => {
    const big = { email: 'a@example.com', password: 'x'.repeat(70_000) };
    expect(await shop.visitor().call('login', { body: big })).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE' },
    });
    const reply = await shop.visitor().call('listProducts', { query: { company: 'a\0b' } });
    expect(reply).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
  });

  it('a large reply is compressed', async () => {
    const { headers } = await shop.visitor().fetch('/api/v1/openapi.json', { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
  });
});

describe('health and API documents', () => {
  it('/healthz and /readyz answer 200', async () => {
    expect(await shop.visitor().fetch('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await shop.visitor().fetch('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('the API is described as OpenAPI 3.1 and on a page', async () => {
    const { body } = await shop
      .visitor()
      .fetch<{ openapi: string; paths: Record<string, unknown> }>('/api/v1/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toContain('/api/v1/products');
    // Images, health and the sandbox are not calls of the contract.
    expect(Object.keys(body.paths).filter((path) => !path.startsWith(API_BASE))).toEqual([]);
    expect(await shop.visitor().fetch('/api/docs/')).toMatchObject({ status: 200 });
  });

  it.each(['/api/v1/openapi.json', '/api/docs/js/scalar.js'])('%s is cached in its compressed form', async (path) => {
    const ask = (headers = {}) => shop.visitor().fetch(path, { headers: { 'accept-encoding': 'br', ...headers } });
    const { status, headers } = await ask();
    expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([200, 'br', 'accept-encoding']);
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/-br"$/);
    expect((await ask({ 'if-none-match': tag })).status).toBe(304);
  });

  it('OpenAPI has the input, access and reply of every call', async () => {
    const { body } = await shop.visitor().fetch<Described>('/api/v1/openapi.json');
    expect(body.components.securitySchemes).toEqual({ session: { type: 'apiKey', in: 'cookie', name: 'session' } });
    for (const call of Object.values<Endpoint>(endpoints)) {
      const { method, path, access, reply, status = 200 } = call;
      const described = body.paths[`${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
      const form = described?.requestBody?.content['multipart/form-data'];
      const told = {
        sent: Object.keys(described?.requestBody?.content ?? {}),
        files: ['images', 'file'].filter((name) => name in (form?.schema.properties ?? {})),
        isForAnybody: described?.security === undefined,
        answered: Object.keys(described?.responses[status]?.content ?? {}),
        failures: ['4XX', '5XX'].filter((code) => described?.responses[code]?.content['application/json']),
      };
      const isForm = call.multipart !== undefined;
      expect([method, path, told]).toEqual([
        method,
        path,
        {
          sent: call.body ? [...(isForm ? ['multipart/form-data'] : []), 'application/json'] : [],
          files: isForm ? [call.multipart] : [],
          isForAnybody: access === 'everyone' || access === 'provider',
          answered: [typeof reply === 'string' ? reply : 'application/json'],
          failures: ['4XX', '5XX'],
        },
      ]);
    }
  });
});
