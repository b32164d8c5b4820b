import { type FailureKey, type FailureReply, failures } from '@shop/contract/failures/failures';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { databaseErrorCode } from '../database/database.ts';
import { ExpectedFailure, fail } from '../failure.ts';
import { unavailablePart } from '../unavailable.ts';
import { fieldErrors, fieldMessage } from './forms/field-errors.ts';
import { unstorableText } from './forms/storable-text.ts';

const RETRY_AFTER_SECONDS = 5;

/** Error codes of Fastify and its plugins, and the failures that we answer for them. */
const fastifyFailures: Record<string, FailureKey> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongMediaType',
  FST_REQ_FILE_TOO_LARGE: 'imageTooLarge',
  FST_FILES_LIMIT: 'tooLarge',
  FST_FIELDS_LIMIT: 'tooLarge',
  FST_PARTS_LIMIT: 'tooLarge',
};

// PostgreSQL cannot store a NUL byte (or \u0000 inside JSON).
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

/** Returns undefined for a fault of ours. A plain `ZodError` is one too: it is not about the request, but about other data. */
function asExpected(error: unknown): ExpectedFailure | undefined {
  if (error instanceof ExpectedFailure) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id cannot exist, so the answer is the same as for an unknown id.
    if (error.validationContext === 'params') return fail('notFound');
    const issues = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.split('/').slice(1),
      message: message ?? failures.validationFailed.message,
    }));
    return fail('validationFailed', { errors: fieldErrors(issues) });
  }
  const code = databaseErrorCode(error) ?? '';
  const known = fastifyFailures[code];
  if (known) return fail(known);
  if (UNSTORABLE_TEXT.has(code)) return unstorableText();
  if (unavailablePart(error)) return fail('databaseUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const status = (error as Partial<FastifyError>).statusCode;
  if (status === 413) return fail('tooLarge');
  if (status === 415) return fail('wrongMediaType');
  if (status !== undefined && status >= 400 && status < 500) return fail('malformed');
  return undefined;
}

export function failureReply(failure: ExpectedFailure, requestId: string): FailureReply {
  const { code } = failures[failure.key];
  const { errors, report } = failure.details;
  return { message: failure.message, code, ...(errors && { errors }), ...(report && { report }), requestId };
}

export function answerFailure(failure: ExpectedFailure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { retryAfterSeconds } = failure.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  return reply
    .status(failures[failure.key].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failureReply(failure, request.id));
}

/** The client disconnected, or was too slow and was cut off. This is not a fault of ours. */
const isCutShort = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

export function handleErrors(app: FastifyInstance): void {
  z.config({ localeError: fieldMessage });
  app.setErrorHandler((error, request, reply) => {
    const failure = isCutShort(request) ? fail('malformed') : asExpected(error);
    if (!failure) request.log.error({ err: error }, 'fault');
    else if (failure.key === 'databaseUnavailable') {
      const part = unavailablePart(error) ?? 'database';
      request.log.warn({ err: error, part }, `${part} unavailable`);
    }
    return answerFailure(failure ?? fail('unexpected'), request, reply);
  });
  app.setNotFoundHandler((request, reply) => answerFailure(fail('notFound'), request, reply));
}
