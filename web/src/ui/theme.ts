export type Theme = 'system' | 'light' | 'dark';

const THEME_COOKIE = 'theme';
const ONE_YEAR_S = 31_536_000;

/** Reads the choice out of a Cookie header, so that the server can write <html data-theme> and nothing flashes. */
export function themeFromCookie(cookies: string | undefined): Theme {
  const value = cookies?.match(/(?:^|;\s*)theme=([^;]*)/)?.[1];
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** The value of <html data-theme>; the attribute is absent while the system decides. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme;
}

/** `Secure` wherever the shop itself is. */
export const themeCookie = (theme: Theme, protocol: string): string =>
  `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`;

export function applyTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP
  document.cookie = themeCookie(theme, location.protocol);
  const attribute = themeAttribute(theme);
  if (attribute) document.documentElement.dataset.theme = attribute;
  else delete document.documentElement.dataset.theme;
}
