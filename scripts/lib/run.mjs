import { once } from 'node:events';
import { constants } from 'node:os';
import { spawnNode } from './node.mjs';

const PARENT_CHECK_MS = 250;

// Read at the start of the script, because the parent may end before the script starts a long-lived process.
const PARENT = process.ppid;
const isOrphaned = () => process.ppid !== PARENT;

/** Runs a program to its end and returns the exit code. */
export async function run(fileOrTool, args, options) {
  return exitCode(spawnNode(fileOrTool, args, options));
}

/** Runs a program and collects its output, so that the outputs of parallel programs are not mixed. */
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

/** Runs a long-lived process, passes stop signals on to it, and returns its exit code. */
export async function runUntilStopped(fileOrTool, args, options) {
  if (isOrphaned()) return 128 + constants.signals.SIGTERM;
  const child = spawnNode(fileOrTool, args, options);
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  // In a terminal, the child receives SIGINT and SIGHUP directly.
  const forwardSignal = (signal) => void (process.stdin.isTTY || child.kill(signal));
  process.once('SIGINT', forwardSignal);
  // SIGHUP is not a stop signal: it restarts the processes of a shop one by one.
  process.on('SIGHUP', forwardSignal);
  // The child handles later signals. We exit when it exits.
  process.on('SIGTERM', () => undefined).on('SIGINT', () => undefined);
  whenOrphaned(() => child.kill('SIGTERM'));
  return exitCode(child);
}

/**
 * npm runs us through a shell. A signal to npm ends that shell and does not reach us, but our parent process changes.
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
