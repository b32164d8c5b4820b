import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral port range, so that the system does not assign these ports.
const PORTS = { first: 20_000, count: 10_000 };

/**
 * A port for a server that stops and starts. The UDP port with the same number stays bound until this process ends, so that
 * other tests do not choose it while the server is down.
 */
export async function reservePort(): Promise<number> {
  const start = Math.floor(Math.random() * PORTS.count);
  for (let step = 0; step < PORTS.count; step += 1) {
    const port = PORTS.first + ((start + step) % PORTS.count);
    if ((await claimTwin(port)) && (await isFree(port))) return port;
  }
  throw new Error('every port that tests may use is taken');
}

async function claimTwin(port: number): Promise<boolean> {
  const twin = createSocket('udp4').unref();
  const bound = once(twin, 'listening').then(
    () => true,
    () => false,
  );
  twin.bind({ port, address: '127.0.0.1', exclusive: true });
  return bound;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) await new Promise((closed) => probe.close(closed));
  return isListening;
}
