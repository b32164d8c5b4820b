import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Child, openProcessGroup } from './process-group.ts';

type Actor = Child & { comeUp(): void; end(how: string): void; told: string[] };

/** A process that does what the test says. */
function actor(number: number): Actor {
  const { promise: ready, resolve: comeUp, reject } = Promise.withResolvers<void>();
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const told: string[] = [];
  const end = (how: string) => {
    reject(new Error(how));
    resolve(how);
  };
  const tell = (signal: string) => {
    told.push(signal);
    end(signal);
  };
  return { name: `actor-${number}`, startedAt: Date.now(), ready, ended, comeUp, end, told, tell };
}

function stage() {
  const actors: Actor[] = [];
  const said: string[] = [];
  let heard = () => {};
  const start = () => {
    const next = actor(actors.length);
    actors.push(next);
    heard();
    return next;
  };
  const entered = async (number: number): Promise<Actor> => {
    for (;;) {
      const found = actors[number];
      if (found) return found;
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  };
  return { actors, said, start, entered, say: (line: string) => void said.push(line) };
}

it('does not open when one of the first does not come up, and stops the others', async () => {
  const { start, actors, say } = stage();
  const opening = openProcessGroup([start, start], say);
  actors[0]?.comeUp();
  actors[1]?.end('exit code 1');
  await expect(opening).rejects.toThrow('A process of the shop did not start');
  expect(actors[0]?.told).toEqual(['SIGTERM']);
});

it('starts again whoever dies, later when that was at once', async () => {
  const { start, actors, entered, said, say } = stage();
  const waits: number[] = [];
  const opening = openProcessGroup([start], say, async (ms) => void waits.push(ms));
  actors[0]?.comeUp();
  const group = await opening;
  actors[0]?.end('SIGKILL');
  (await entered(1)).end('SIGKILL');
  const third = await entered(2);
  expect(said).toEqual([
    'actor-0 ended (SIGKILL) and is started again.',
    'actor-1 ended (SIGKILL) and is started again.',
  ]);
  // One that has lived for a while has not died of the start.
  third.startedAt -= 60_000;
  third.end('SIGSEGV');
  await entered(3);
  expect(waits).toEqual([1_000, 2_000, 0]);
  await group.stop('SIGTERM');
  expect(group.children()).toEqual([]);
});

it('renews one after the other, each once the next is ready', async () => {
  const { start, actors, entered, say } = stage();
  const opening = openProcessGroup([start, start], say);
  for (const each of actors) each.comeUp();
  const group = await opening;
  const renewing = group.renew();
  const third = await entered(2);
  expect([actors[0]?.told, actors.length]).toEqual([[], 3]);
  third.comeUp();
  const fourth = await entered(3);
  expect([actors[0]?.told, actors[1]?.told]).toEqual([['SIGTERM'], []]);
  fourth.comeUp();
  await renewing;
  expect(group.children()).toEqual([third, fourth]);
});

it('keeps those that run when the new one does not come up', async () => {
  const { start, actors, entered, say } = stage();
  const opening = openProcessGroup([start, start], say);
  for (const each of actors) each.comeUp();
  const group = await opening;
  const renewing = group.renew();
  (await entered(2)).end('exit code 1');
  await expect(renewing).rejects.toThrow('actor-2 did not start: actor-0 and those after it go on as they were.');
  expect(group.children()).toEqual(actors.slice(0, 2));
});

it.each([
  ['comes up', true],
  ['is still starting', false],
  ['does not come up', null],
])('has one process a place when it is renewed while who died is waited with, and the new one %s', async (_, isUp) => {
  const { start, actors, entered, say } = stage();
  const [waiting, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const opening = openProcessGroup([start], say, () => {
    waiting.resolve();
    return waited.promise;
  });
  actors[0]?.comeUp();
  const group = await opening;
  actors[0]?.end('SIGKILL');
  await waiting.promise;
  const renewing = group.renew().catch(() => undefined);
  const second = await entered(1);
  if (isUp) second.comeUp();
  if (isUp === null) second.end('exit code 1');
  await nextTurn();
  waited.resolve();
  await nextTurn();
  second.comeUp();
  await renewing;
  expect(group.children()).toEqual([isUp === null ? await entered(2) : second]);
  await group.stop('SIGTERM');
  expect(actors).toHaveLength(isUp === null ? 3 : 2);
});
