import swagger from '@fastify/swagger';
import { API_BASE } from '@shop/contract/calls';
import { SHOP_NAME } from '@shop/contract/limits';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** OpenAPI 3.1 generated from the contract, and a page to read it. Registered before the routes it describes. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${SHOP_NAME} API`, version: '1.2.0' },
      servers: [{ url: '/' }],
    },
    transform: jsonSchemaTransform,
  });
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(app.swagger()),
  );
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  await app.register(scalar, { routePrefix: '/api/docs', configuration: { url: `${API_BASE}/openapi.json` } });
}
