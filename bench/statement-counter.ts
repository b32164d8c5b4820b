import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

const EXECUTE = 'E'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);
const LENGTH_BYTES = 4;

/** Counts the statements of a client. The first message has no type byte; every other message starts with it. */
function statementReader(onStatement: () => void) {
  let unread: Buffer = Buffer.alloc(0);
  let typeBytes = 0;
  return (data: Buffer) => {
    unread = unread.length === 0 ? data : Buffer.concat([unread, data]);
    while (unread.length >= typeBytes + LENGTH_BYTES) {
      const end = typeBytes + unread.readUInt32BE(typeBytes);
      if (unread.length < end) return;
      if (typeBytes > 0 && (unread[0] === EXECUTE || unread[0] === SIMPLE_QUERY)) onStatement();
      unread = unread.subarray(end);
      typeBytes = 1;
    }
  };
}

/**
 * A proxy between a server and its PostgreSQL that counts statements. PostgreSQL's own statistics come up to ten seconds late from
 * idle connections.
 */
export async function countStatements(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  let statements = 0;
  const proxy = createServer((client) => {
    const database = connect(Number(port), hostname);
    const read = statementReader(() => {
      statements += 1;
    });
    client.on('data', read).pipe(database).pipe(client);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url: url.href, statements: () => statements, close: () => void proxy.close() };
}
