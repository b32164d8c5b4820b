import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { onMessage } from './light-http.ts';

/** The time between two pages of a visitor. */
const EVERY_MS = 1_000;

export type Visits = { url: string; visitors: number; paths: string[] };

/**
 * Visitors who each read a page a second while others buy. The work starts after one second, when all of them are active. Rejects
 * when a page is not answered.
 */
export async function withVisitors<T>(
  { url, visitors, paths }: Visits,
  work: () => Promise<T>,
): Promise<{ result: T; pages: number }> {
  const leaving = new AbortController();
  let pages = 0;
  const visit = async (number: number) => {
    const read = await openReader(url);
    // Spread over the second.
    await pause((EVERY_MS * number) / visitors);
    for (let page = number; !leaving.signal.aborted; page += 1) {
      await read(paths[page % paths.length] ?? '/');
      pages += 1;
      await pause(EVERY_MS, undefined, { signal: leaving.signal }).catch(() => {});
    }
    read.close();
  };
  const visits = Promise.all(Array.from({ length: visitors }, (_, number) => visit(number)));
  const working = pause(EVERY_MS).then(work);
  // Rejects with the first failed visit.
  const result = await Promise.race([working, visits.then(() => working)]);
  leaving.abort();
  await visits;
  return { result, pages };
}

async function openReader(url: string): Promise<((path: string) => Promise<void>) & { close(): void }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let hear: (firstLine: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  onMessage(socket, ({ firstLine }) => hear(firstLine));
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('the server closed the connection')));
  const read = async (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    [hear, fail] = [resolve, reject];
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: gzip\r\n\r\n`);
    const firstLine = await promise;
    if (!firstLine.includes(' 200 ')) throw new Error(`a visitor was answered ${firstLine}`);
  };
  return Object.assign(read, { close: () => void socket.destroy() });
}
