import type { Readable } from 'node:stream';
import forms from '@fastify/multipart';
import { isGranted } from '@shop/contract/accounts/permissions';
import { API_BASE } from '@shop/contract/calls/calls';
import type { Endpoint } from '@shop/contract/calls/endpoint';
import type { CallData, CallReply } from '@shop/contract/calls/endpoints';
import type { FailureKey } from '@shop/contract/failures/failures';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions as FastifyRouteOptions,
  preValidationHookHandler,
} from 'fastify';
import type { z } from 'zod';
import { fail } from '../failure.ts';
import { fieldErrors } from './forms/field-errors.ts';
import { type Form, readMultipartForm, type UploadedFile } from './forms/multipart-form.ts';
import { isWellFormed, unstorableText } from './forms/storable-text.ts';
import { originOf, runWithOrigin } from './requests/request-origin.ts';
import type { SessionUser } from './requests/session-user.ts';
import { routeSchema, validateAllButBody } from './route-schema.ts';

type UserFor<E extends Endpoint> = E['access'] extends 'signed-in' | 'admin' ? SessionUser : SessionUser | null;

/** A reply that is not JSON is a stream. */
export type RouteReply<E extends Endpoint> = E['reply'] extends string ? Readable : CallReply<E>;

type RouteCall<E extends Endpoint> = CallData<E> & {
  user: UserFor<E>;
  files: UploadedFile[];
  request: FastifyRequest;
  reply: FastifyReply;
};

export type RouteOptions = {
  /** The value of `cache-control`; the default is `no-store`. */
  cache?: string;
  bodyLimit?: number;
  /** No session is looked up, because everybody gets the same answer. */
  ignoresSession?: boolean;
  /** Reads a multipart body; the default reads a form with images. */
  readForm?: (request: FastifyRequest) => Promise<Form>;
};

/** Mounts one endpoint of the contract. Its declaration gives access, validation, status and reply shape. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: RouteCall<E>) => Promise<RouteReply<E>>,
  options: RouteOptions = {},
): void {
  const status = endpoint.status ?? 200;
  const isForAnybody = endpoint.access === 'everyone' || endpoint.access === 'provider';
  mount(app, endpoint, {
    method: endpoint.method,
    url: `${API_BASE}${endpoint.path}`,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    config: {
      access: endpoint.access,
      isUpload: endpoint.multipart !== undefined,
      refusesCrossSite: endpoint.refusesCrossSite === true,
    },
    // If a stream fails before it starts, a JSON failure replaces it and must not carry its content encoding.
    ...(typeof endpoint.reply === 'string' && { compress: false }),
    schema: routeSchema(endpoint),
    ...(!isForAnybody && {
      onRequest: async (request: FastifyRequest) => {
        await requireAccess(request);
      },
    }),
    ...(endpoint.body && { preValidation: takeObject(endpoint) }),
    handler: async (request, reply) => {
      if (!endpoint.multipart) return answer(request, reply);
      const form = await readForm(request, options.readForm);
      return answer(request, reply, form).finally(() => form.discard());
    },
  });

  async function requireAccess(request: FastifyRequest): Promise<SessionUser> {
    const user = await request.sessionUser();
    if (!user) throw fail('notSignedIn');
    const refusal = refusalOf(endpoint, user);
    if (!refusal) return user;
    request.log.info({ user: user._id, refusal }, 'refused');
    throw fail(refusal);
  }

  const findUser = (request: FastifyRequest) => (isForAnybody ? request.sessionUser() : requireAccess(request));

  async function answer(request: FastifyRequest, reply: FastifyReply, form?: Form): Promise<FastifyReply> {
    const body = form && endpoint.body ? readFields(endpoint.body, form) : request.body;
    if (endpoint.body && !isWellFormed(body)) throw unstorableText();
    const call = {
      params: request.params,
      query: request.query,
      body,
      files: form?.files ?? [],
      user: options.ignoresSession ? null : await findUser(request),
      request,
      reply,
    } as unknown as RouteCall<E>;
    reply.header('cache-control', options.cache ?? 'no-store');
    // The handler may change the status, for a repeated call.
    reply.status(status);
    const result = await (endpoint.access === 'admin'
      ? runWithOrigin(originOf(request), () => handle(call))
      : handle(call));
    // A shared answer is sent already.
    if (reply.sent) return reply;
    if (typeof endpoint.reply === 'string') return reply.type(`${endpoint.reply}; charset=utf-8`).send(result);
    return reply.send(result);
  }
}

/**
 * The multipart plugin is registered only in the scope of routes that accept files: its hooks would make every request
 * await a promise.
 */
function mount(app: FastifyInstance, { multipart }: Endpoint, options: FastifyRouteOptions): void {
  if (!multipart) return void app.route(options);
  app.register(async (scope) => {
    await scope.register(forms);
    scope.setValidatorCompiler(validateAllButBody);
    scope.route(options);
  });
}

const takeObject =
  ({ multipart }: Endpoint): preValidationHookHandler =>
  (request, _, done) => {
    if (multipart && request.isMultipart()) return done();
    // A missing body counts as an empty one, so that each required field gets its own message.
    request.body ??= {};
    done(typeof request.body !== 'object' || Array.isArray(request.body) ? fail('malformed') : undefined);
  };

/** The failure for a signed-in user who may not make this call. */
function refusalOf({ access, allows, needsProof }: Endpoint, user: SessionUser): FailureKey | undefined {
  if (access === 'admin') {
    if (user.role !== 'admin') return 'notAllowed';
    if (user.lacksSecondFactor) return 'secondFactorRequired';
    if (!isGranted(user.permissions, allows ?? [])) return 'notAllowed';
  }
  return needsProof && !user.isProofFresh ? 'freshProofRequired' : undefined;
}

function readFields(shape: z.ZodType, { fields }: Form): unknown {
  const read = shape.safeParse(fields);
  if (!read.success) throw fail('validationFailed', { errors: fieldErrors(read.error.issues) });
  return read.data;
}

const readForm = async (request: FastifyRequest, readMultipart = readMultipartForm): Promise<Form> =>
  request.isMultipart()
    ? readMultipart(request)
    : { fields: request.body as Form['fields'], files: [], discard: async () => {} };
