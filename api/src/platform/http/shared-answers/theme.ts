export type Theme = 'light' | 'dark' | null;

const ON_HTTPS = /(?:^|;)\s*__Host-theme=(\w*)\s*(?:;|$)/;
const PLAIN = /(?:^|;)\s*theme=(\w*)\s*(?:;|$)/;

/** The visitor's choice, the only thing about them that a page shows. A choice of before HTTPS counts until the next. */
export function themeOf(cookies = ''): Theme {
  const [, theme] = ON_HTTPS.exec(cookies) ?? PLAIN.exec(cookies) ?? [];
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** What an answer is found by before anything of the request is understood. */
export const nameOfRequest = ({ url = '/', headers }: { url?: string; headers: { cookie?: string } }): string =>
  url.startsWith('/api/') || headers.cookie === undefined ? url : `${themeOf(headers.cookie) ?? ''}${url}`;
