import { createHash } from 'node:crypto';
import { API_BASE } from '@shop/contract/calls/calls';
import type { FastifyInstance } from 'fastify';

/** CSP sources of scripts, connections and frames, separated by spaces. */
export type ContentSources = { script: string; connect: string; frame: string };

export type HeaderOptions = {
  isHttps: boolean;
  /** The sources of the payment provider; only pages with a purchase may load them. */
  checkoutSources: ContentSources | null;
  /** Other origins that images are loaded from. */
  imageOrigins: readonly string[];
};

/** The routers of server and browser decode paths: `/%72eset-password/x` is the reset page. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Product pages, and My Orders, where unpaid orders can be paid. The browser's router ignores case and a slash at the end.
 */
const isPayingPage = (path: string) => /^\/(products\/|account\/my-orders\/?$)/i.test(decoded(path));
const isResetPage = (path: string) => /^\/reset-password\//i.test(decoded(path));
/** Replies that are not pages, such as those of the API. */
function isData(path: string): boolean {
  const plain = decoded(path);
  return plain.startsWith(API_BASE) || plain === '/healthz' || plain === '/readyz';
}

/** Whether the payment provider's window may open in this page's document. */
export const canPay = (path: string, { checkoutSources }: HeaderOptions): boolean =>
  checkoutSources === null || isPayingPage(path);

/** Further CSP sources of a page. */
type OwnSources = { scripts?: string | undefined; styles?: string | undefined };

export function contentSecurityPolicy(
  path: string,
  { isHttps, checkoutSources, imageOrigins }: HeaderOptions,
  { scripts, styles }: OwnSources = {},
): string {
  const provider = isPayingPage(path) ? checkoutSources : null;
  const list = (...sources: (string | undefined)[]) => sources.filter(Boolean).join(' ');
  return [
    "default-src 'self'",
    `script-src ${list("'self'", scripts, provider?.script)}`,
    `style-src ${list("'self'", styles)}`,
    // Style attributes set widths of meters and positions of confetti. They cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    `img-src ${list("'self'", 'data:', 'blob:', ...imageOrigins)}`,
    "font-src 'self'",
    `connect-src ${list("'self'", provider?.connect)}`,
    `frame-src ${provider?.frame ?? "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The CSP source of an inline script: the hash of its text. */
export const scriptSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** If a browser shows a data reply as a page, that page can load and run nothing, and no page can frame it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function securityHeaders(path: string, options: HeaderOptions): Record<string, string> {
  return {
    'content-security-policy': isData(path) ? DATA_POLICY : contentSecurityPolicy(path, options),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': isResetPage(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The path of a request URL, without host and query. */
export function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = path.indexOf('?');
  return end < 0 ? path : path.slice(0, end);
}

/** Sets the headers of every answer before other hooks run. A handler can replace a header by a stricter one. */
export function sendSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  const [usual, ofData, ofPaying, ofReset] = [
    securityHeaders('/', options),
    securityHeaders(API_BASE, options),
    securityHeaders('/products/', options),
    securityHeaders('/reset-password/', options),
  ];
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request.url);
    reply.headers(isData(path) ? ofData : isPayingPage(path) ? ofPaying : isResetPage(path) ? ofReset : usual);
    done();
  });
}
