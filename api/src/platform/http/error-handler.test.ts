import { type Endpoint, endpoint } from '@shop/contract/calls/endpoint';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log/log.ts';
import { PartUnavailable } from '../unavailable.ts';
import { handleErrors } from './error-handler.ts';
import { acceptJson } from './forms/json-body.ts';
import { identifyUsers } from './requests/session-user.ts';
import { route } from './route.ts';

const call = { method: 'POST', path: '/stamps', access: 'everyone' } as const;
const stamp = endpoint(call, {
  summary: 'Stamps a letter',
  body: z.object({ pages: z.coerce.number() }),
  reply: z.object({ stamps: z.number() }),
  multipart: 'images',
}) satisfies Endpoint;

/** The shape of a reply of our own provider, which the client of the request does not control. */
const tariff = z.object({ perPage: z.number() });

let app: FastifyInstance;
let lines: { msg: string; reqId: string }[];
let answerTariff: unknown;
let replyWith: (stamps: number) => unknown;

beforeEach(async () => {
  lines = [];
  answerTariff = { perPage: 2 };
  replyWith = (stamps) => ({ stamps });
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  app = fastify({ loggerInstance: log as FastifyBaseLogger });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJson(app);
  handleErrors(app);
  identifyUsers(app, async () => null);
  route(app, stamp, async ({ body }) => {
    const { perPage } = tariff.parse(answerTariff);
    return replyWith(body.pages * perPage) as { stamps: number };
  });
});
afterEach(() => app.close());

const ask = (payload: object) => app.inject({ method: 'POST', url: '/api/v1/stamps', payload });
const askByForm = (pages: string) => {
  const payload = `--edge\r\nContent-Disposition: form-data; name="pages"\r\n\r\n${pages}\r\n--edge--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  return app.inject({ method: 'POST', url: '/api/v1/stamps', payload, headers });
};

describe('a wrong shape', () => {
  it.each([
    ['JSON', () => ask({ pages: 'many' })],
    ['a form', () => askByForm('many')],
  ])('a wrong shape in %s is answered 422 and is not logged', async (_, send) => {
    const reply = await send();
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({ code: 'VALIDATION_FAILED', errors: { pages: 'Must be a number' } });
    expect(lines).toEqual([]);
  });

  it.each([
    ['the reply of a provider', () => (answerTariff = { perPage: 'two' })],
    ['our own reply', () => (replyWith = (stamps) => ({ stamps: String(stamps) }))],
  ])('a wrong shape in %s is answered 500 and logged with its request id', async (_, breakIt) => {
    breakIt();
    for (const reply of [await ask({ pages: 3 }), await askByForm('3')]) {
      expect(reply.statusCode).toBe(500);
      const { code, errors, requestId } = reply.json();
      expect({ code, errors }).toEqual({ code: 'UNEXPECTED' });
      expect(lines.filter(({ reqId }) => reqId === requestId)).toMatchObject([{ msg: 'fault' }]);
    }
  });
});

const refusedByServer = (code: string) => Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
const refusedBySystem = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

it.each([
  ['database', refusedBySystem('EAI_AGAIN', 'getaddrinfo')],
  ['database', refusedBySystem('EHOSTUNREACH', 'connect')],
  ['database', refusedBySystem('ENOENT', 'connect')],
  ['database', refusedByServer('25006')],
  ['database', refusedByServer('53100')],
  ['database', refusedByServer('53300')],
  ['disk', refusedBySystem('ENOSPC', 'write')],
  ['disk', refusedBySystem('EROFS', 'open')],
  ['image store', new PartUnavailable('image store', refusedBySystem('ECONNREFUSED', 'connect'))],
])('an unavailable %s is answered 503 with Retry-After and named in the log', async (part, error) => {
  replyWith = () => {
    throw error;
  };
  const reply = await ask({ pages: 1 });
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'TEMPORARILY_UNAVAILABLE']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(lines.map(({ msg }) => msg)).toEqual([`${part} unavailable`]);
});

it('a missing file is answered 500', async () => {
  replyWith = () => {
    throw refusedBySystem('ENOENT', 'open');
  };
  expect((await ask({ pages: 1 })).statusCode).toBe(500);
});
