import { connect } from 'node:net';

export type Load = { url: string; paths: readonly string[]; connections: number; durationMs: number };
export type Figures = { requests: number; perSecond: number; p50Ms: number; p99Ms: number; bytes: number };

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Requests the paths in turn on every connection, one at a time. It reads only status and length of an answer, because it shares the
 * cores with the measured server.
 */
export async function readAll({ url, paths, connections, durationMs }: Load): Promise<Figures> {
  const { hostname, port, host } = new URL(url);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`));
  const latencies: number[] = [];
  let [next, bytes] = [0, 0];
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;

  const reader = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let sentAt = 0;
      let head: Buffer = Buffer.alloc(0);
      let left = 0;
      const send = () => {
        if (performance.now() >= endsAt) return socket.end();
        sentAt = performance.now();
        socket.write(requests[next++ % requests.length] ?? '');
      };
      const finish = () => {
        latencies.push(performance.now() - sentAt);
        send();
      };
      socket.once('connect', send).once('error', reject).once('close', resolve);
      socket.on('data', (data: Buffer) => {
        bytes += data.length;
        if (left > 0) {
          left -= data.length;
          if (left === 0) finish();
          return;
        }
        head = head.length === 0 ? data : Buffer.concat([head, data]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        if (!text.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(text));
        left = Number(/content-length: (\d+)/i.exec(text)?.[1]) - (head.length - end - HEAD_END.length);
        head = Buffer.alloc(0);
        if (left === 0) finish();
      });
    });
  await Promise.all(Array.from({ length: connections }, reader));
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    requests: latencies.length,
    perSecond: (latencies.length / (performance.now() - startedAt)) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bytes: bytes / latencies.length,
  };
}
