import type { FastifyInstance } from 'fastify';
import { collection } from '../collection.ts';
import { badRequest } from '../provider-error.ts';
import { booleanField, type Fields, fieldsOf } from '../request-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { releaseEvents } from '../webhooks/webhooks.delivery.ts';
import { listHeldWebhooks } from '../webhooks/webhooks.queries.ts';
import { insertFault, listFaults, readCalls, removeCalls, removeFaults } from './faults.queries.ts';
import { parseFaultDraft } from './faults.rules.ts';
import { readLedger } from './ledger.queries.ts';

/** The largest id that the `integer` column can store. */
const MAX_WEBHOOK_ID = 2 ** 31 - 1;

/** Routes that plan connection and reply faults for tests. The real provider has no such routes. */
export function faultRoutes(app: FastifyInstance, sandbox: Sandbox, closing: AbortSignal): void {
  app.post('/v1/test/faults', async (request, reply) => {
    reply.code(201);
    return insertFault(sandbox.pool, parseFaultDraft(request.body));
  });

  app.get('/v1/test/faults', async () => collection(await listFaults(sandbox.pool)));

  app.delete('/v1/test/faults', async (_request, reply) => {
    await removeFaults(sandbox.pool);
    return reply.code(204).send();
  });

  app.get('/v1/test/calls', async () => readCalls(sandbox.pool));

  app.delete('/v1/test/calls', async (_request, reply) => {
    await removeCalls(sandbox.pool);
    return reply.code(204).send();
  });

  app.get('/v1/test/webhooks', async () => collection(await listHeldWebhooks(sandbox.pool)));

  app.post('/v1/test/webhooks/release', async (request) => {
    const fields = fieldsOf(request.body);
    const ids = givenIds(fields) ?? (await listHeldWebhooks(sandbox.pool)).map((webhook) => webhook.id);
    return collection(await releaseEvents(sandbox, booleanField(fields, 'reverse') ? ids.reverse() : ids, closing));
  });

  app.get('/v1/test/ledger', async () => readLedger(sandbox.pool));
}

const isWebhookId = (id: unknown) => Number.isInteger(id) && Number(id) > 0 && Number(id) <= MAX_WEBHOOK_ID;

function givenIds(fields: Fields): number[] | undefined {
  if (fields.ids === undefined) return undefined;
  if (Array.isArray(fields.ids) && fields.ids.every(isWebhookId)) return fields.ids;
  throw badRequest('The ids must be a list of webhook ids.', 'ids');
}
