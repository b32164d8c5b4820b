import { createHash } from 'node:crypto';
import { API_BASE } from '@shop/contract/calls/calls';
import type { FastifyInstance } from 'fastify';

/** Addresses that a part of a page is loaded from or talks to, separated by spaces. */
export type ContentSources = { script: string; connect: string; frame: string };

export type HeaderOptions = {
  isHttps: boolean;
  /** The payment provider's; only the pages that pay may load them. */
  checkoutSources: ContentSources | null;
  /** Where else than here images are loaded from. */
  imageOrigins: readonly string[];
};

/** Both routers, the server's and the browser's, read a path decoded: `/%72eset-password/x` is the reset page. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * A product's, and the one where an order that waits for its money is paid. The browser's router takes any spelling for a page,
 * and a slash at its end.
 */
const isPayingPage = (path: string) => /^\/(products\/|account\/my-orders\/?$)/i.test(decoded(path));
const isResetPage = (path: string) => /^\/reset-password\//i.test(decoded(path));
/** An answer that is no page and belongs to none, such as the API's. */
function isData(path: string): boolean {
  const plain = decoded(path);
  return plain.startsWith(API_BASE) || plain === '/healthz' || plain === '/readyz';
}

/** Whether the payment provider's window may open in the document of this page. */
export const canPay = (path: string, { checkoutSources }: HeaderOptions): boolean =>
  checkoutSources === null || isPayingPage(path);

/** What else than our own files a page may run and apply. */
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
    // Attribute styles carry widths of meters and positions of confetti; they cannot load or run anything.
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

/** Names the one script, down to its last character, that may stand in a document. */
export const scriptSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Should a browser take it for a page: one that loads nothing, runs nothing and stands in no other. */
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

/** The path of a request's address, which may name a host in front of it and a query behind it. */
export function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = path.indexOf('?');
  return end < 0 ? path : path.slice(0, end);
}

/** The header set of every answer, there before anything else: a handler that sets a stricter one replaces it. */
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
