import { ROOT } from './project.mjs';

/** Thrown for a failure that has already explained itself; the script only has to end. */
export class ScriptFailure extends Error {}

const HEARTBEAT_MS = 10_000;

export const isVerbose = () => process.argv.includes('--verbose');

export function stepper(total) {
  let number = 0;
  return {
    /** One line a step, when it is done; a slow one is seen at work before. */
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

/** What the system refuses, such as a file on a full disk or in somebody else's checkout, is no fault of ours to be traced. */
const told = (error) =>
  'syscall' in error
    ? `${error.message}. Packages and builds are kept in ${ROOT}, which must have room and belong to whoever runs this.`
    : error;

/** Runs a script's body; a failure becomes one sentence and exit code 1. */
export async function main(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    console.error(error instanceof ScriptFailure ? error.message : told(error));
    process.exitCode = 1;
  }
}
