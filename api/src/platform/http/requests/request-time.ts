import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Carries files, and so may take longer to arrive. */
    isUpload?: boolean;
  }
}

/** How long a client may take to send the head of a request, all of it, and all of it when it carries files. */
const TIMEOUTS_MS = { head: 10_000, request: 30_000, upload: 120_000 };

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** What Node itself enforces. It knows one limit for whole requests, so that is the longest. */
export const serverTimeouts = (factor: number) => ({
  requestTimeout: TIMEOUTS_MS.upload * factor,
  http: {
    // Fastify sets it once the server is made, but Node compares the two when it makes it.
    requestTimeout: TIMEOUTS_MS.upload * factor,
    headersTimeout: TIMEOUTS_MS.head * factor,
    // By default Node looks every 30 s, which would make 40 of 10.
    connectionsCheckingInterval: (TIMEOUTS_MS.head * factor) / 10,
  },
});

/** Cuts off whoever takes longer over a request without files, as Node does with those that carry them. */
export function limitRequestTime(app: FastifyInstance, factor: number): void {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request;
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    // A request from within the process has no connection that could be cut off, and never says that it is over.
    if (hasBody && !request.routeOptions.config.isUpload && raw.socket instanceof Socket) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.socket.end(TOO_SLOW, () => raw.socket.destroy());
      }, TIMEOUTS_MS.request * factor);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
