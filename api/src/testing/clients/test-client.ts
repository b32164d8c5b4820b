import { API_BASE, type CallName, calls } from '@shop/contract/calls/calls';
import type { CallReply, Endpoints } from '@shop/contract/calls/endpoints';
import type { FailureReply } from '@shop/contract/failures/failures';

export type TestReply<T> = { status: number; headers: Headers; body: T };
/** Has the fields of a success and of a failure; tests check the status first. */
type Answer<K extends CallName> = CallReply<Endpoints[K]> & FailureReply;
type CallInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Calls the API over real HTTP and stores cookies like a browser. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** A call of the contract by its name. */
  call<K extends CallName>(name: K, input: CallInput = {}): Promise<TestReply<Answer<K>>> {
    const { params = {}, query = {}, body, headers = {} } = input;
    const path = calls[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const suffix = search.size > 0 ? `?${search}` : '';
    const isForm = body instanceof FormData;
    return this.fetch<Answer<K>>(`${API_BASE}${path}${suffix}`, {
      method: calls[name].method,
      headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  async fetch<T = unknown>(path: string, init: RequestInit = {}): Promise<TestReply<T>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.baseUrl}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const isGone = value === '' || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
