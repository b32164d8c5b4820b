/**
 * For the loader of a page that pays: the provider's window may open only in documents that were fetched for such a page
 * (their content security policy), so from another document the page is fetched, not just shown.
 */
export function inPayingDocument({ url }: Request): Promise<null> | null {
  if (import.meta.env.SSR || document.documentElement.dataset.pays === 'true') return null;
  window.location.assign(url);
  return new Promise(() => undefined);
}
