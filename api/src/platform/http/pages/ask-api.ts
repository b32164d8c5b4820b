/** Calls the API from a page in the same process. The result is the part of a `Response` that pages use. */
export type AskApi = (
  path: string,
  init: RequestInit,
) => Promise<Pick<Response, 'ok' | 'status' | 'statusText' | 'json'>>;
