/** How a page asks the API: without a connection between them, and without making a `Response` where none is needed. */
export type AskApi = (
  path: string,
  init: RequestInit,
) => Promise<Pick<Response, 'ok' | 'status' | 'statusText' | 'json'>>;
