import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Locked = { optionalDependencies?: Record<string, string> };

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** As packages are called that are written for a machine which the shop is started on. */
const MACHINES = /(darwin|linux)-(arm64|x64)|win(32|dows)?-x64/;

const isLocked = (name: string, under: string) =>
  `node_modules/${name}` in packages || `${under}/node_modules/${name}` in packages;

test('what is written for a machine is locked for every machine: npm 10 installs nothing else of it', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => MACHINES.test(name) && !isLocked(name, path)),
  );
  expect(missing).toEqual([]);
});
