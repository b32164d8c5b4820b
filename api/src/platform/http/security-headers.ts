import type { FastifyInstance, FastifyRequest } from 'fastify';

export type HeaderOptions = { isHttps: boolean; sandbox: boolean; avatarOrigin: string | undefined };

// Razorpay's checkout and what it talks to; only the pages that pay may load it.
const RAZORPAY = {
  script: 'https://checkout.razorpay.com https://cdn.razorpay.com',
  connect:
    'https://api.razorpay.com https://checkout.razorpay.com https://lumberjack.razorpay.com https://lumberjack-cx.razorpay.com',
  frame: 'https://api.razorpay.com https://checkout.razorpay.com',
};

const isPayingPage = (path: string) => path.startsWith('/products/');
const isResetPage = (path: string) => path.startsWith('/reset-password/');

function contentSecurityPolicy(path: string, { isHttps, sandbox, avatarOrigin }: HeaderOptions): string {
  const provider = isPayingPage(path) && !sandbox ? RAZORPAY : undefined;
  const list = (...sources: (string | undefined)[]) => sources.filter(Boolean).join(' ');
  return [
    "default-src 'self'",
    `script-src ${list("'self'", provider?.script)}`,
    "style-src 'self'",
    // Attribute styles carry widths of meters and positions of confetti; they cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    `img-src ${list("'self'", 'data:', 'blob:', avatarOrigin)}`,
    "font-src 'self'",
    `connect-src ${list("'self'", provider?.connect)}`,
    `frame-src ${provider?.frame ?? "'none'"}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

export function securityHeaders(request: FastifyRequest, options: HeaderOptions): Record<string, string> {
  const path = pathOf(request);
  return {
    'content-security-policy': contentSecurityPolicy(path, options),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': isResetPage(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The header set of every answer; a handler that set a stricter one keeps it. */
export function sendSecurityHeaders(app: FastifyInstance, options: HeaderOptions): void {
  app.addHook('onSend', async (request, reply) => {
    const headers = securityHeaders(request, options);
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
