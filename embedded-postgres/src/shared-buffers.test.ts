import { expect, it } from 'vitest';
import { sharedBuffersMb } from './shared-buffers.ts';

it.each([
  [0.5, 128],
  [8, 512],
  [64, 1024],
])('gives PostgreSQL its share of a machine with %d GB', (gigabytes, megabytes) =>
  expect(sharedBuffersMb(gigabytes * 1024 ** 3)).toBe(megabytes),
);
