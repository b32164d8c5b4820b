export type Theme = 'system' | 'light' | 'dark';

const ONE_YEAR_S = 31_536_000;

/** The value of <html data-theme>; the attribute is absent while the system decides. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme;
}

/** On HTTPS no other host and no insecure page can plant it. */
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
