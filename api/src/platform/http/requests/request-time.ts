import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request carries files, so it may take longer to arrive. */
    isUpload?: boolean;
  }
}

/** The most time for the head of a request, for a whole request, and for a whole request with files. */
const TIMEOUTS_MS = { head: 10_000, request: 30_000, upload: 120_000 };

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** Node enforces these limits. It has one limit for whole requests, so it gets the longest. */
export const serverTimeouts = (factor: number) => ({
  requestTimeout: TIMEOUTS_MS.upload * factor,
  http: {
    // Fastify sets it after the server is created, but Node compares the two limits when it creates the server.
    requestTimeout: TIMEOUTS_MS.upload * factor,
    headersTimeout: TIMEOUTS_MS.head * factor,
    // By default Node checks every 30 s, so 10 s could become 40 s.
    connectionsCheckingInterval: (TIMEOUTS_MS.head * factor) / 10,
  },
});

/** Cuts off slow requests without files. Node itself cuts off slow requests with files. */
export function limitRequestTime(app: FastifyInstance, factor: number): void {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request;
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    // An injected request (`app.inject`) has no socket and never emits `close`.
    if (hasBody && !request.routeOptions.config.isUpload && raw.socket instanceof Socket) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.socket.end(TOO_SLOW, () => raw.socket.destroy());
      }, TIMEOUTS_MS.request * factor);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
