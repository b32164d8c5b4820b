import { API_BASE, type Call } from '@shop/contract/calls/call';
import type { CallName } from '@shop/contract/calls/calls';
import type { CallInput, CallReply, Endpoints } from '@shop/contract/calls/endpoints';
import { shopCalls } from '@shop/contract/calls/shop-calls';
import type { FailureCode, FailureReply } from '@shop/contract/failures/failures';

const registeredCalls: Record<string, Call> = { ...shopCalls };
const callNamed = (name: string) => registeredCalls[name] as Call;

/** Lazy chunks register the calls they need, so that the first page does not contain them. */
export const registerCalls = (calls: Record<string, Call>): void => void Object.assign(registeredCalls, calls);

/** The message if neither the server nor the browser gives one (spec §8). */
export const REQUEST_FAILED = 'Request failed';
/** The message for a network failure. Browsers' own messages are not for users. */
export const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again.';

/** The failure of a call as plain data, so that the store can hold it. */
export type RequestFailure = {
  message: string;
  status: number;
  code: FailureCode | null;
  errors: Record<string, string>;
};

/** Whether the outcome of the call is unknown: a lost connection, a proxy timeout or a server that is shutting down. */
export const isUnanswered = ({ status }: Pick<RequestFailure, 'status'>): boolean => status === 0 || status >= 500;

export class ApiError extends Error {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Uses the server's message, else the error's message, else 'Request failed' (spec §8). */
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
/** The part of a response that calls read. The server's in-process calls return no full `Response`. */
type MinimalResponse = Pick<Response, 'ok' | 'status' | 'statusText' | 'json'>;
export type MinimalFetch = (path: string, init: RequestInit) => Promise<MinimalResponse>;

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

async function readFailure(response: MinimalResponse): Promise<RequestFailure> {
  const reply: Partial<FailureReply> = await response.json().catch(() => ({}));
  return {
    message: reply.message || response.statusText || REQUEST_FAILED,
    status: response.status,
    code: reply.code ?? null,
    errors: reply.errors ?? {},
  };
}

/** Makes one function for each call of the contract. `ask` is the browser's fetch or the server's in-process call. */
export function makeApi(ask: MinimalFetch): Api {
  const call = async (name: CallName, input: AnyInput, { signal, headers = {} }: CallOptions = {}) => {
    const { body } = input;
    const { method } = callNamed(name);
    const isForm = body instanceof FormData;
    const sending = ask(callPath(name, input), {
      method,
      credentials: 'same-origin',
      // A DELETE that cancels an order must arrive although the page is being left.
      keepalive: method === 'DELETE',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const failUnreachable = (error: unknown): never => {
      if (signal?.aborted) throw error;
      throw new ApiError({ message: UNREACHABLE, status: 0, code: null, errors: {} });
    };
    const response = await sending.catch(failUnreachable);
    if (!response.ok) throw new ApiError(await readFailure(response));
    // The connection may break in the middle of the body.
    return response.json().catch(failUnreachable);
  };
  return new Proxy({} as Api, {
    get: (_, name: CallName) => (input: AnyInput, options?: CallOptions) => call(name, input, options),
  });
}
