import { expect, it } from 'vitest';
import { createStartupOutput } from './startup-output.ts';

const announce = (isVerbose: boolean) => {
  const lines: string[] = [];
  return { lines, ...createStartupOutput({ isVerbose, write: (line) => lines.push(line) }) };
};

it('details are printed once, and only after a failure', () => {
  const { lines, say, detail, printDetails } = announce(false);
  detail('0001 applied');
  say('Open');
  expect(lines).toEqual(['Open']);
  printDetails();
  printDetails();
  expect(lines).toEqual(['Open', '0001 applied']);
});

it('details are printed immediately in verbose mode', () => {
  const { lines, detail, printDetails } = announce(true);
  detail('0001 applied');
  printDetails();
  expect(lines).toEqual(['0001 applied']);
});

it('details after the start are printed, and those of the start are dropped', () => {
  const { lines, detail, printDetails, endStartup } = announce(false);
  detail('0001 applied');
  endStartup();
  detail('PostgreSQL ended unexpectedly');
  printDetails();
  expect(lines).toEqual(['PostgreSQL ended unexpectedly']);
});
