import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { builtProgram } from './testing/built-program.ts';

it('wants a database of its own, and says so in one sentence', async () => {
  const server = spawn(process.execPath, builtProgram('server'), {
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], said, complaint] = await Promise.all([once(server, 'exit'), text(server.stdout), text(server.stderr)]);
  expect(complaint.trim()).toMatch(/^DATABASE_URL is missing: .*npm start.*$/);
  expect({ code, said }).toEqual({ code: 1, said: '' });
});
