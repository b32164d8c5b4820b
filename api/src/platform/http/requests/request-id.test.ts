import { expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { createLog } from '../../log/log.ts';
import { requestId } from './request-id.ts';

const UUID = /^[0-9a-f-]{36}$/;

it.each(['4bf92f3577b34da6', 'edge-7.2026_11', 'a'.repeat(64)])('a request keeps its id %s', (id) => {
  expect(requestId({ headers: { 'x-request-id': id } })).toBe(id);
});

it.each(['short', 'a'.repeat(65), 'line\nbreak-1', '{"level":60}', 'with space 12', undefined])(
  'a request with the id %j gets a new one',
  (id) => {
    expect(requestId({ headers: { 'x-request-id': id } })).toMatch(UUID);
  },
);

it('the log has the request id, role and process name; the reply has the id', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const shop = await openTestShop({ INSTANCE: 'blue-2', ROLE: 'web' }, { log });
  const headers = { 'x-request-id': 'from-the-edge-1' };
  const reply = await shop.visitor().fetch<{ requestId: string }>('/api/v1/nothing', { headers });
  expect([reply.headers.get('x-request-id'), reply.body.requestId]).toEqual(['from-the-edge-1', 'from-the-edge-1']);
  const line = lines.map((text) => JSON.parse(text)).find(({ reqId }) => reqId === 'from-the-edge-1');
  expect(line).toMatchObject({ role: 'web', instance: 'blue-2' });
  await shop.close();
});

it('the default process name is its host name and process id', () => {
  expect(readConfig({}).instance).toMatch(new RegExp(`:${process.pid}$`));
});
