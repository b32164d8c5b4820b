import { type HeaderOptions, securityHeaders } from '../security/security-headers.ts';

// Browsers revalidate each time. A CDN in front of the shop may repeat an answer for a second, like the shop.
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
