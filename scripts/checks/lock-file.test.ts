import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Locked = { optionalDependencies?: Record<string, string> };

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** The names of packages for one kind of machine. */
const MACHINES = /(darwin|linux)-(arm64|x64)|win(32|dows)?-x64/;

const isLocked = (name: string, under: string) =>
  `node_modules/${name}` in packages || `${under}/node_modules/${name}` in packages;

test('the lock file has the packages of every kind of machine', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => MACHINES.test(name) && !isLocked(name, path)),
  );
  expect(missing).toEqual([]);
});
