import { expect, it } from 'vitest';
import { createStartupOutput } from './startup-output.ts';

const announce = (isVerbose: boolean) => {
  const lines: string[] = [];
  return { lines, ...createStartupOutput({ isVerbose, write: (line) => lines.push(line) }) };
};

it('keeps details back until they explain a failure, once', () => {
  const { lines, say, detail, printDetails } = announce(false);
  detail('0001 applied');
  say('Open');
  expect(lines).toEqual(['Open']);
  printDetails();
  printDetails();
  expect(lines).toEqual(['Open', '0001 applied']);
});

it('tells them as they come when asked to', () => {
  const { lines, detail, printDetails } = announce(true);
  detail('0001 applied');
  printDetails();
  expect(lines).toEqual(['0001 applied']);
});

it('tells what happens after the start, and no more of the start', () => {
  const { lines, detail, printDetails, endStartup } = announce(false);
  detail('0001 applied');
  endStartup();
  detail('PostgreSQL ended unexpectedly');
  printDetails();
  expect(lines).toEqual(['PostgreSQL ended unexpectedly']);
});
