import { once } from 'node:events';
import { constants } from 'node:os';
import { spawnNode } from './lib-node.mjs';

const PARENT_CHECK_MS = 250;

/** Runs to the end and resolves to the exit code. */
export async function run(fileOrTool, args, options) {
  return exitCode(spawnNode(fileOrTool, args, options));
}

/** Runs, collecting the output, so that what runs in parallel does not print through one another. */
export async function capture(fileOrTool, args, options) {
  const child = spawnNode(fileOrTool, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { code: await exitCode(child), output };
}

/** Runs a long-lived process that is told to stop whenever we are, and resolves to its exit code. */
export async function runUntilStopped(fileOrTool, args, options) {
  const child = spawnNode(fileOrTool, args, options);
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  process.once('SIGINT', () => {
    // Ctrl-C in a terminal reaches the child by itself.
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  // Later signals are the child's business: we only leave when it does.
  process.on('SIGTERM', () => undefined).on('SIGINT', () => undefined);
  whenOrphaned(() => child.kill('SIGTERM'));
  return exitCode(child);
}

/**
 * npm runs us through a shell, and a signal sent to npm ends that shell without ever reaching us: what we do see is
 * that our parent is another one.
 */
function whenOrphaned(stop) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, PARENT_CHECK_MS);
  watch.unref();
}

async function exitCode(child) {
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + constants.signals[signal];
}
