import type { FastifyInstance } from 'fastify';
import { collection, periodOf, sliceOf } from '../collection.ts';
import type { FaultHooks } from '../faults/faults.hooks.ts';
import { fieldsOf } from '../request-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { disputeEntity } from './disputes.entity.ts';
import { listDisputes } from './disputes.queries.ts';
import { requireDispute } from './disputes.service.ts';

export function disputeRoutes(app: FastifyInstance, sandbox: Sandbox, faultHooks: FaultHooks): void {
  app.get('/v1/disputes', faultHooks('list-disputes'), async (request) => {
    const query = fieldsOf(request.query);
    const disputes = await listDisputes(sandbox.pool, sliceOf(query), periodOf(query));
    return collection(disputes.map(disputeEntity));
  });

  app.get<{ Params: { id: string } }>('/v1/disputes/:id', faultHooks('fetch-dispute'), async (request) =>
    disputeEntity(await requireDispute(sandbox, request.params.id)),
  );
}
