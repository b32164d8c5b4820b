export type Theme = 'light' | 'dark' | null;

/** The visitor's choice, the only thing about them that a page shows. */
export function themeOf(cookies: string | undefined): Theme {
  const [, theme] = /(?:^|;)\s*theme=(light|dark)\s*(?:;|$)/.exec(cookies ?? '') ?? [];
  return (theme as Theme | undefined) ?? null;
}

/** What an answer is found by before anything of the request is understood. */
export const nameOfRequest = ({ url = '/', headers }: { url?: string; headers: { cookie?: string } }): string =>
  url.startsWith('/api/') || headers.cookie === undefined ? url : `${themeOf(headers.cookie) ?? ''}${url}`;
