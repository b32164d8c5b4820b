import { API_BASE, type Call } from '@shop/contract/calls/call';
import type { CallName } from '@shop/contract/calls/calls';
import type { CallInput, CallReply, Endpoints } from '@shop/contract/calls/endpoints';
import { shopCalls } from '@shop/contract/calls/shop-calls';
import type { FailureCode, FailureReply } from '@shop/contract/failures/failures';

const known: Record<string, Call> = { ...shopCalls };
const callNamed = (name: string) => known[name] as Call;

/** Whatever is fetched when it is needed brings its calls along: a visitor's first page does not carry them. */
export const knowCalls = (calls: Record<string, Call>): void => void Object.assign(known, calls);

/** When neither the server nor the network has a word to say (spec §8). */
export const REQUEST_FAILED = 'Request failed';
/** The network's word: browsers have none that people understand. */
export const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again.';

/** What a failed call left behind, plain enough to be kept in the store. */
export type RequestFailure = {
  message: string;
  status: number;
  code: FailureCode | null;
  errors: Record<string, string>;
};

/** Nobody has said what became of the call, or a proxy that did not wait, or a shop that is ending. */
export const isUnanswered = ({ status }: Pick<RequestFailure, 'status'>): boolean => status === 0 || status >= 500;

export class ApiError extends Error {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The server's message, else the network's, else 'Request failed' (spec §8). */
export const failureOf = (error: unknown): RequestFailure =>
  error instanceof ApiError
    ? error.failure
    : {
        message: (error instanceof Error && error.message) || REQUEST_FAILED,
        status: 0,
        code: null,
        errors: {},
      };

type CallOptions = { signal?: AbortSignal; headers?: Record<string, string> };
export type Api = {
  [K in CallName]: (input: CallInput<Endpoints[K]>, options?: CallOptions) => Promise<CallReply<Endpoints[K]>>;
};
export type Send = (path: string, init: RequestInit) => Promise<Response>;
/** As much of an answer as is read: the server answers its own pages without making a `Response` of it. */
type Answered = Pick<Response, 'ok' | 'status' | 'statusText' | 'json'>;
export type Ask = (path: string, init: RequestInit) => Promise<Answered>;

type AnyInput = { params?: object; query?: object; body?: unknown };

export function callPath(name: CallName, { params = {}, query = {} }: AnyInput = {}): string {
  const given = new Map(Object.entries(params));
  const path = callNamed(name).path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(given.get(key))));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  const text = search.toString();
  return `${API_BASE}${path}${text && `?${text}`}`;
}

async function readFailure(response: Answered): Promise<RequestFailure> {
  const reply: Partial<FailureReply> = await response.json().catch(() => ({}));
  return {
    message: reply.message || response.statusText || REQUEST_FAILED,
    status: response.status,
    code: reply.code ?? null,
    errors: reply.errors ?? {},
  };
}

/** One function a call of the contract. `ask` is the browser's fetch, or the server's own in-process one. */
export function makeApi(ask: Ask): Api {
  const call = async (name: CallName, input: AnyInput, { signal, headers = {} }: CallOptions = {}) => {
    const { body } = input;
    const { method } = callNamed(name);
    const isForm = body instanceof FormData;
    const sending = ask(callPath(name, input), {
      method,
      credentials: 'same-origin',
      // What is given up while the page goes away must still arrive.
      keepalive: method === 'DELETE',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const tellLost = (error: unknown): never => {
      if (signal?.aborted) throw error;
      throw new ApiError({ message: UNREACHABLE, status: 0, code: null, errors: {} });
    };
    const response = await sending.catch(tellLost);
    if (!response.ok) throw new ApiError(await readFailure(response));
    // The connection may also end in the middle of an answer.
    return response.json().catch(tellLost);
  };
  return new Proxy({} as Api, {
    get: (_, name: CallName) => (input: AnyInput, options?: CallOptions) => call(name, input, options),
  });
}
