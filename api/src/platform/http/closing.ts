import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
/** Less than the 30 s after which Kubernetes kills. */
const DRAIN_MS = 20_000;

/**
 * Lets a closing server end: requests under way are answered, and connections without one are closed. Node itself
 * closes only those that wait between two whole requests, and stops its own timeouts: a client that connected and
 * said nothing, sent half a request, or was answered before it had sent all of one would keep the server for ever.
 */
export function closeConnectionsAsTheyEnd(app: FastifyInstance, drainMs = DRAIN_MS): void {
  const requestsUnderWay = new Map<Socket, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const known = requestsUnderWay.get(socket);
    if (known !== undefined) requestsUnderWay.set(socket, known + change);
  };
  app.server.on('connection', (socket: Socket) => {
    requestsUnderWay.set(socket, 0);
    socket.once('close', () => requestsUnderWay.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      for (const [socket, requests] of requestsUnderWay) if (requests === 0) socket.destroySoon();
    }, LOOK_EVERY_MS);
    const impatience = setTimeout(() => app.server.closeAllConnections(), drainMs);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(impatience);
    });
  });
}
