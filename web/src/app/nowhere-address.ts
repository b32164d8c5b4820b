import { matchRoutes, type RouteObject } from 'react-router';
import { urls } from '../lib/urls.ts';

const firstOf = (path: string) => path.split('/')[1] ?? '';
// The header marks its current link by the first path segment, also on a missing page below it.
const marked = new Set(Object.values(urls).flatMap((url) => (typeof url === 'string' ? firstOf(url) : [])));

const NOWHERE = '/nothing/at/this/address';

/**
 * The shared cache key of all missing pages, so that a scan of thousands of addresses renders one page. Null if a page
 * exists.
 */
export function nowhereAddress(routes: RouteObject[], pathname: string): string | null {
  const found = matchRoutes(routes, pathname)?.map(({ route }) => route.path);
  // Only layouts, which have no path, and the catch-all page match.
  const isNowhere = found?.pop() === '*' && found.every((path) => path === undefined);
  if (!isNowhere) return null;
  return marked.has(firstOf(pathname)) ? `/${firstOf(pathname)}${NOWHERE}` : NOWHERE;
}
