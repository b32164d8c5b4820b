import { expect, it } from 'vitest';
import { sharedBuffersMb } from './shared-buffers.ts';

it.each([
  [0.5, 128],
  [8, 512],
  [64, 1024],
])('shared_buffers grows with the memory: %d GB give %d MB', (gigabytes, megabytes) =>
  expect(sharedBuffersMb(gigabytes * 1024 ** 3)).toBe(megabytes),
);
