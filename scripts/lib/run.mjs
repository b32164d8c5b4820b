import { once } from 'node:events';
import { constants } from 'node:os';
import { spawnNode } from './node.mjs';

const PARENT_CHECK_MS = 250;

// As it was when the script began: the steps before a long-lived process take their time, and it may be stopped meanwhile.
const PARENT = process.ppid;
const isOrphaned = () => process.ppid !== PARENT;

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
  if (isOrphaned()) return 128 + constants.signals.SIGTERM;
  const child = spawnNode(fileOrTool, args, options);
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  // Ctrl-C in a terminal, and its end, reach the child by themselves.
  const tell = (signal) => void (process.stdin.isTTY || child.kill(signal));
  process.once('SIGINT', tell);
  // Not a stop: a shop of several processes is renewed by it.
  process.on('SIGHUP', tell);
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
  const watch = setInterval(() => {
    if (!isOrphaned()) return;
    clearInterval(watch);
    stop();
  }, PARENT_CHECK_MS);
  watch.unref();
}

async function exitCode(child) {
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + constants.signals[signal];
}
