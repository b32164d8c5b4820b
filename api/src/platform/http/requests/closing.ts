import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
/** With the drain before it less than the 60 s after which our Kubernetes example kills. */
const PATIENCE_MS = 20_000;

/** `answer` is to the last of its requests: they are answered in turn. */
type Connection = { answer?: ServerResponse; bytesRead: number; quietSince: number };

const connectionsOf = new WeakMap<Server, Map<Socket, Connection>>();

type Ending = {
  /** How long a connection without a request must have said nothing: what it says may be on its way. */
  quietMs: number;
  /** After which even requests under way are cut off. */
  patienceMs?: number;
};

/**
 * Lets a closing server end: requests under way are answered, and connections without one are closed. Node itself
 * closes only those that wait between two whole requests, and stops its own timeouts: a client that connected and
 * said nothing, sent half a request, or was answered before it had sent all of one would keep the server for ever.
 */
export function closeConnectionsAsTheyEnd(app: FastifyInstance, patienceMs?: number): void {
  const connections = new Map<Socket, Connection>();
  connectionsOf.set(app.server, connections);
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { bytesRead: 0, quietSince: Date.now() });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    // Looked at when the server ends: to hear of the end of each would cost every request.
    const connection = connections.get(socket);
    if (connection) connection.answer = response;
  });
  app.addHook('preClose', async () =>
    sweep(app.server, { quietMs: 0, ...(patienceMs !== undefined && { patienceMs }) }),
  );
}

/** From now on every answer says that its connection ends: the next request is to come by another, and find another. */
export function sendClientsElsewhere(server: Server): void {
  // In front of all that answers.
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Accepts nobody any more, and resolves when the last connection has ended. The application is to be closed after that:
 * a request that arrives meanwhile is answered like any other, where a closing framework would refuse it.
 */
export async function endConnections(server: Server, ending: Ending): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  await betweenConnections(server);
  // What http adds to it destroys the connections that wait between two requests, one of which may be on its way.
  NetServer.prototype.close.call(server);
  sweep(server, ending);
  await closed;
}

const TURNS = 1_000;
/** A turn that takes longer has done something else after it looked for connections. */
const EMPTY_TURN_MS = 0.2;

/** What the kernel has accepted and we have not yet is reset with the port: an empty turn in which nobody came is awaited. */
async function betweenConnections(server: Server): Promise<void> {
  let hasCome = false;
  const note = () => {
    hasCome = true;
  };
  server.on('connection', note);
  for (let [turn, isEmpty] = [0, false]; !isEmpty && turn < TURNS; turn += 1) {
    hasCome = false;
    const began = performance.now();
    await nextTurn();
    isEmpty = !hasCome && performance.now() - began < EMPTY_TURN_MS;
  }
  server.off('connection', note);
}

function sweep(server: Server, { quietMs, patienceMs = PATIENCE_MS }: Ending): void {
  const connections = connectionsOf.get(server) ?? new Map<Socket, Connection>();
  const look = () => {
    const now = Date.now();
    for (const [socket, connection] of connections) {
      const isBusy = connection.answer?.closed === false || connection.bytesRead !== socket.bytesRead;
      if (isBusy) Object.assign(connection, { bytesRead: socket.bytesRead, quietSince: now });
      else if (now - connection.quietSince >= quietMs) socket.destroySoon();
    }
  };
  for (const [socket, connection] of connections)
    Object.assign(connection, { bytesRead: socket.bytesRead, quietSince: Date.now() });
  const looking = setInterval(look, LOOK_EVERY_MS);
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  server.once('close', () => {
    clearInterval(looking);
    clearTimeout(impatience);
  });
}
