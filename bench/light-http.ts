import type { Socket } from 'node:net';

/**
 * The part of HTTP/1.1 that the load and the provider stub need: bodies with a length, one call after the other on a connection. Both
 * share cores with the measured server, and `node:http` would take a tenth of them.
 */
export type Message = { firstLine: string; body: string };

const HEAD_END = '\r\n\r\n';

export function onMessage(socket: Socket, hear: (message: Message) => void): void {
  let arrived: Buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    arrived = arrived.length === 0 ? data : Buffer.concat([arrived, data]);
    for (;;) {
      const headLength = arrived.indexOf(HEAD_END);
      if (headLength < 0) return;
      const head = arrived.toString('latin1', 0, headLength);
      const bodyStart = headLength + HEAD_END.length;
      const end = bodyStart + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (arrived.length < end) return;
      const body = arrived.toString('utf8', bodyStart, end);
      arrived = arrived.subarray(end);
      hear({ firstLine: head.slice(0, head.indexOf('\r\n')), body });
    }
  });
}

export function send(socket: Socket, firstLine: string, headers: string[], body: object): void {
  const content = JSON.stringify(body);
  const head = [
    firstLine,
    ...headers,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(content)}`,
  ].join('\r\n');
  socket.write(`${head}${HEAD_END}${content}`);
}
