import { matchRoutes, type RouteObject } from 'react-router';
import { urls } from '../lib/urls.ts';

const firstSegment = (path: string) => path.split('/')[1] ?? '';
// The header marks its current link by the first path segment, also on a missing page below it.
const knownSections = new Set(Object.values(urls).flatMap((url) => (typeof url === 'string' ? firstSegment(url) : [])));

const NOT_FOUND_ADDRESS = '/nothing/at/this/address';

/**
 * The shared cache key of all missing pages, so that a scan of thousands of addresses renders one page. Null if a page
 * exists.
 */
export function notFoundAddress(routes: RouteObject[], pathname: string): string | null {
  const matchedPaths = matchRoutes(routes, pathname)?.map(({ route }) => route.path);
  // Only layouts, which have no path, and the catch-all page match.
  const isMissing = matchedPaths?.pop() === '*' && matchedPaths.every((path) => path === undefined);
  if (!isMissing) return null;
  return knownSections.has(firstSegment(pathname))
    ? `/${firstSegment(pathname)}${NOT_FOUND_ADDRESS}`
    : NOT_FOUND_ADDRESS;
}
