import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const POLL_INTERVAL_MS = 50;
/** Together with the drain before it, this is less than the 60 s after which our Kubernetes example kills the process. */
const PATIENCE_MS = 20_000;

/** `answer` is the response to the newest request: responses are sent in the order of the requests. */
type Connection = { answer?: ServerResponse; bytesRead: number; quietSince: number };

const connectionsOf = new WeakMap<Server, Map<Socket, Connection>>();

type Ending = {
  /** A connection without a request ends after this time without data: a request may be on its way. */
  quietMs: number;
  /** After this time requests under way are cut off too. */
  patienceMs?: number;
};

/**
 * Lets a closing server end: requests under way are answered, and idle connections are closed. Node closes only
 * connections between two whole requests, and stops its timeouts. So a client that sent nothing, half a request, or was
 * answered before its body was complete would keep the server open for ever.
 */
export function drainConnectionsOnClose(app: FastifyInstance, patienceMs?: number): void {
  const connections = new Map<Socket, Connection>();
  connectionsOf.set(app.server, connections);
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { bytesRead: 0, quietSince: Date.now() });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    // Read when the server closes: a listener for the end of each response would cost every request.
    const connection = connections.get(socket);
    if (connection) connection.answer = response;
  });
  app.addHook('preClose', async () =>
    sweep(app.server, { quietMs: 0, ...(patienceMs !== undefined && { patienceMs }) }),
  );
}

/** From now on each response ends its connection, so that the next request reaches another process. */
export function disableKeepAlive(server: Server): void {
  // Must run before the listeners that answer.
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Accepts no more connections, and resolves when the last one has ended. Close the application after that: Fastify would
 * refuse requests that arrive meanwhile.
 */
export async function drainConnections(server: Server, ending: Ending): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  await betweenConnections(server);
  // `http.Server.close` would also destroy idle connections, on which a request may be on its way.
  NetServer.prototype.close.call(server);
  sweep(server, ending);
  await closed;
}

const TURNS = 1_000;
/** A longer turn of the event loop did other work after it accepted connections. */
const EMPTY_TURN_MS = 0.2;

/** Waits for an event-loop turn without work and new connections: closing the port resets connections that Node has not accepted. */
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
  const looking = setInterval(look, POLL_INTERVAL_MS);
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  server.once('close', () => {
    clearInterval(looking);
    clearTimeout(impatience);
  });
}
