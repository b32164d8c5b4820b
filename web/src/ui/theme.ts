export type Theme = 'system' | 'light' | 'dark';

const ONE_YEAR_S = 31_536_000;

/** The value of <html data-theme>; undefined while the system's setting applies. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme;
}

/** The `__Host-` prefix keeps other hosts and insecure pages from setting the cookie on HTTPS. */
export function themeCookie(theme: Theme, protocol: string): string {
  const [prefix, secure] = protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  return `${prefix}theme=${theme}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure}`;
}

export function applyTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP
  document.cookie = themeCookie(theme, location.protocol);
  const attribute = themeAttribute(theme);
  if (attribute) document.documentElement.dataset.theme = attribute;
  else delete document.documentElement.dataset.theme;
}
