import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Child, openProcessGroup } from './process-group.ts';

type FakeChild = Child & { becomeReady(): void; end(how: string): void; signals: string[] };

/** A process that the test controls. */
function fakeChild(number: number): FakeChild {
  const { promise: ready, resolve: becomeReady, reject } = Promise.withResolvers<void>();
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const signals: string[] = [];
  const end = (how: string) => {
    reject(new Error(how));
    resolve(how);
  };
  const sendSignal = (signal: string) => {
    signals.push(signal);
    end(signal);
  };
  return { name: `actor-${number}`, startedAt: Date.now(), ready, ended, becomeReady, end, signals, sendSignal };
}

function createStarter() {
  const children: FakeChild[] = [];
  const lines: string[] = [];
  let onStart = () => {};
  const start = () => {
    const next = fakeChild(children.length);
    children.push(next);
    onStart();
    return next;
  };
  const startedChild = async (number: number): Promise<FakeChild> => {
    for (;;) {
      const found = children[number];
      if (found) return found;
      await new Promise<void>((resolve) => {
        onStart = resolve;
      });
    }
  };
  return { children, lines, start, startedChild, say: (line: string) => void lines.push(line) };
}

it('a group does not open if one process does not start, and stops the others', async () => {
  const { start, children, say } = createStarter();
  const opening = openProcessGroup([start, start], say);
  children[0]?.becomeReady();
  children[1]?.end('exit code 1');
  await expect(opening).rejects.toThrow('A process of the shop did not start');
  expect(children[0]?.signals).toEqual(['SIGTERM']);
});

it('a dead process is restarted, with a growing delay if it died early', async () => {
  const { start, children, startedChild, lines, say } = createStarter();
  const waits: number[] = [];
  const opening = openProcessGroup([start], say, async (ms) => void waits.push(ms));
  children[0]?.becomeReady();
  const group = await opening;
  children[0]?.end('SIGKILL');
  (await startedChild(1)).end('SIGKILL');
  const third = await startedChild(2);
  expect(lines).toEqual([
    'actor-0 ended (SIGKILL) and is started again.',
    'actor-1 ended (SIGKILL) and is started again.',
  ]);
  // An older process did not die of its start, so the delay is reset.
  third.startedAt -= 60_000;
  third.end('SIGSEGV');
  await startedChild(3);
  expect(waits).toEqual([1_000, 2_000, 0]);
  await group.stop('SIGTERM');
  expect(group.children()).toEqual([]);
});

it('a renewal replaces one process after another, each when the next is ready', async () => {
  const { start, children, startedChild, say } = createStarter();
  const opening = openProcessGroup([start, start], say);
  for (const each of children) each.becomeReady();
  const group = await opening;
  const renewing = group.renew();
  const third = await startedChild(2);
  expect([children[0]?.signals, children.length]).toEqual([[], 3]);
  third.becomeReady();
  const fourth = await startedChild(3);
  expect([children[0]?.signals, children[1]?.signals]).toEqual([['SIGTERM'], []]);
  fourth.becomeReady();
  await renewing;
  expect(group.children()).toEqual([third, fourth]);
});

it('a renewal keeps the running processes if the new one does not start', async () => {
  const { start, children, startedChild, say } = createStarter();
  const opening = openProcessGroup([start, start], say);
  for (const each of children) each.becomeReady();
  const group = await opening;
  const renewing = group.renew();
  (await startedChild(2)).end('exit code 1');
  await expect(renewing).rejects.toThrow('actor-2 did not start: actor-0 and those after it go on as they were.');
  expect(group.children()).toEqual(children.slice(0, 2));
});

it.each([
  ['starts', true],
  ['is still starting', false],
  ['does not start', null],
])('a renewal during a restart delay leaves one process per slot: the new one %s', async (_, isUp) => {
  const { start, children, startedChild, say } = createStarter();
  const [waiting, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const opening = openProcessGroup([start], say, () => {
    waiting.resolve();
    return waited.promise;
  });
  children[0]?.becomeReady();
  const group = await opening;
  children[0]?.end('SIGKILL');
  await waiting.promise;
  const renewing = group.renew().catch(() => undefined);
  const second = await startedChild(1);
  if (isUp) second.becomeReady();
  if (isUp === null) second.end('exit code 1');
  await nextTurn();
  waited.resolve();
  await nextTurn();
  second.becomeReady();
  await renewing;
  expect(group.children()).toEqual([isUp === null ? await startedChild(2) : second]);
  await group.stop('SIGTERM');
  expect(children).toHaveLength(isUp === null ? 3 : 2);
});
