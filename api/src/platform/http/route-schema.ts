import type { Endpoint } from '@shop/contract/calls/endpoint';
import { importReport } from '@shop/contract/stock';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

const failureShape = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  report: importReport.optional(),
  requestId: z.string(),
});

const files = { images: z.array(z.file()), file: z.file() };

/** `api-docs.ts` defines the scheme. */
const SIGNED_IN = [{ session: [] }];

/** The schema by which Fastify validates a call and its reply, and which OpenAPI shows. */
export function routeSchema(endpoint: Endpoint): FastifySchema {
  const {
    summary,
    path,
    access,
    params,
    query,
    body,
    multipart,
    reply,
    status = 200,
    repeatStatus = status,
  } = endpoint;
  const answer = typeof reply === 'string' ? { content: { [reply]: { schema: z.string() } } } : reply;
  const form = multipart && z.object({ [multipart]: files[multipart] }).partial();
  return {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body: form ? z.intersection(body, form) : body }),
    ...(multipart && { consumes: ['multipart/form-data', 'application/json'] }),
    ...(access !== 'everyone' && access !== 'provider' && { security: SIGNED_IN }),
    response: { [status]: answer, [repeatStatus]: answer, '4xx': failureShape, '5xx': failureShape },
  };
}

/** For calls that accept a multipart form: the handler validates the body after it has read the form. */
export const validateAllButBody: FastifySchemaCompiler<z.ZodType> = ({ httpPart, ...part }) =>
  httpPart === 'body' ? (value) => ({ value }) : validatorCompiler(part);
