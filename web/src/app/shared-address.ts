import { productViewUrl, readProductView } from '../features/product/browse/product-query.ts';
import { urls } from '../lib/urls.ts';

const plainPages: ReadonlySet<string> = new Set([
  urls.categories,
  urls.companies,
  urls.about,
  urls.contact,
  urls.privacyPolicy,
  urls.terms,
  urls.faq,
]);
const productPage = new RegExp(`^${urls.product('[0-9a-f-]{36}')}$`);

/**
 * The address of a public page without query parameters that do not change it; the server caches the page under it. Null
 * for pages with a secret in their address and for pages that need a sign-in.
 */
export function sharedAddress({ pathname, searchParams }: URL): string | null {
  if (pathname === urls.home) return productViewUrl(readProductView(searchParams));
  return plainPages.has(pathname) || productPage.test(pathname) ? pathname : null;
}
