import { ROOT } from './project.mjs';

/** A failure that is already explained. The script only ends. */
export class ScriptFailure extends Error {}

const HEARTBEAT_MS = 10_000;

export const isVerbose = () => process.argv.includes('--verbose');

export function stepper(total) {
  let number = 0;
  return {
    /** Prints one line a step when it is done, and progress of a slow one. */
    async run(title, work) {
      number += 1;
      const label = `[${number}/${total}] ${title}`;
      if (isVerbose()) console.log(`${label}…`);
      const startedAt = performance.now();
      const elapsed = () => seconds(performance.now() - startedAt);
      const heartbeat = setInterval(() => console.log(`${label}… (${elapsed()})`), HEARTBEAT_MS);
      try {
        const outcome = await work();
        console.log(`${label}: ${outcome} (${elapsed()})`);
      } finally {
        clearInterval(heartbeat);
      }
    },
    announce(title) {
      number += 1;
      console.log(`[${number}/${total}] ${title}…`);
    },
  };
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** System errors, such as a full disk or a missing right, need no stack trace. */
const told = (error) =>
  'syscall' in error
    ? `${error.message}. Packages and builds are kept in ${ROOT}, which needs free space and must belong to your user.`
    : error;

/** Runs the body of a script. A failure becomes one sentence and exit code 1. */
export async function main(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    console.error(error instanceof ScriptFailure ? error.message : told(error));
    process.exitCode = 1;
  }
}
