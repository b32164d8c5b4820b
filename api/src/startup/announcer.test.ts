import { expect, it } from 'vitest';
import { createAnnouncer } from './announcer.ts';

const announce = (isVerbose: boolean) => {
  const lines: string[] = [];
  return { lines, ...createAnnouncer({ isVerbose, write: (line) => lines.push(line) }) };
};

it('keeps details back until they explain a failure, once', () => {
  const { lines, say, detail, tellAll } = announce(false);
  detail('0001 applied');
  say('Open');
  expect(lines).toEqual(['Open']);
  tellAll();
  tellAll();
  expect(lines).toEqual(['Open', '0001 applied']);
});

it('tells them as they come when asked to', () => {
  const { lines, detail, tellAll } = announce(true);
  detail('0001 applied');
  tellAll();
  expect(lines).toEqual(['0001 applied']);
});

it('tells what happens after the start, and no more of the start', () => {
  const { lines, detail, tellAll, startIsOver } = announce(false);
  detail('0001 applied');
  startIsOver();
  detail('PostgreSQL ended unexpectedly');
  tellAll();
  expect(lines).toEqual(['PostgreSQL ended unexpectedly']);
});
