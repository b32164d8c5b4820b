import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { FaultHooks } from '../faults/faults.hooks.ts';
import type { Sandbox } from '../sandbox.ts';
import { parsePayRequest } from './checkout.rules.ts';
import { payOrder } from './checkout.service.ts';

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const STYLESHEET = 'text/css; charset=utf-8';

const assets = [
  { path: '/v1/checkout.js', file: 'checkout.js', type: JAVASCRIPT },
  { path: '/v1/checkout/dialog.js', file: 'checkout/dialog.js', type: JAVASCRIPT },
  { path: '/v1/checkout/markup.js', file: 'checkout/markup.js', type: JAVASCRIPT },
  { path: '/v1/checkout/dialog.css', file: 'checkout/dialog.css', type: STYLESHEET },
];

export async function checkoutRoutes(app: FastifyInstance, sandbox: Sandbox, faultHooks: FaultHooks): Promise<void> {
  // The page of the shop may have another origin, as with the real provider.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
  });

  for (const { path, file, type } of assets) {
    const content = await readFile(new URL(`../../assets/${file}`, import.meta.url));
    app.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }

  app.options('/v1/checkout/pay', async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .code(204)
      .send(),
  );

  app.post('/v1/checkout/pay', faultHooks('pay'), async (request, reply) => {
    const proof = await payOrder(sandbox, parsePayRequest(request.body, sandbox.now()));
    return proof ?? reply.code(202).send({});
  });
}
