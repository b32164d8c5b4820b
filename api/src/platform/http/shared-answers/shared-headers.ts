import { type HeaderOptions, securityHeaders } from '../security/security-headers.ts';

// A browser asks again each time; whoever stands in front of the shop may do as it does and repeat for a second.
const CACHE_CONTROL = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';

export const sharedHeaders = (
  path: string,
  options: HeaderOptions,
  varyBy: 'accept-encoding' | 'accept-encoding, cookie',
) => ({
  ...securityHeaders(path, options),
  'cache-control': CACHE_CONTROL,
  vary: varyBy,
});
