import { matchRoutes, type RouteObject } from 'react-router';
import { urls } from '../lib/urls.ts';

const firstOf = (path: string) => path.split('/')[1] ?? '';
// Links of the header are marked below their own address, also where there is no page.
const marked = new Set(Object.values(urls).flatMap((url) => (typeof url === 'string' ? firstOf(url) : [])));

const NOWHERE = '/nothing/at/this/address';

/**
 * One address for all that lead nowhere, so that whoever tries thousands of them is answered with the same bytes. Null
 * where there is a page.
 */
export function nowhereAddress(routes: RouteObject[], pathname: string): string | null {
  const found = matchRoutes(routes, pathname)?.map(({ route }) => route.path);
  // Layouts, which have no address, and the page that stands for everything else.
  const isNowhere = found?.pop() === '*' && found.every((path) => path === undefined);
  if (!isNowhere) return null;
  return marked.has(firstOf(pathname)) ? `/${firstOf(pathname)}${NOWHERE}` : NOWHERE;
}
