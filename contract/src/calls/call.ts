export const API_BASE = '/api/v1';

/** Method, path, and the role that may make the call. */
export type Access = 'everyone' | 'signed-in' | 'admin' | 'provider';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Call = { readonly method: Method; readonly path: `/${string}`; readonly access: Access };

export const call = <P extends `/${string}`, A extends Access>(method: Method, path: P, access: A) =>
  ({ method, path, access }) as const;
