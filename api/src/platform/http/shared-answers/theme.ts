export type Theme = 'light' | 'dark' | null;

const ON_HTTPS = /(?:^|;)\s*__Host-theme=(\w*)\s*(?:;|$)/;
const PLAIN = /(?:^|;)\s*theme=(\w*)\s*(?:;|$)/;

/** The visitor's theme, the only personal part of a shared page. The cookie without prefix is from before HTTPS. */
export function themeOf(cookies = ''): Theme {
  const [, theme] = ON_HTTPS.exec(cookies) ?? PLAIN.exec(cookies) ?? [];
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** The cache URL of a request: its URL, and for pages the theme in front. */
export const cacheUrlOf = ({ url = '/', headers }: { url?: string; headers: { cookie?: string } }): string =>
  url.startsWith('/api/') || headers.cookie === undefined ? url : `${themeOf(headers.cookie) ?? ''}${url}`;
