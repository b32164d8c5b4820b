import type { ChildProcess } from 'node:child_process';

/** Resolves with the output of the process from now on, as soon as the output contains `text`. */
export const waitForOutput = (child: ChildProcess, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (more: string) => {
        said += more;
        if (said.includes(text)) resolve(said);
      });
    child.once('exit', () => reject(new Error(`the process ended:\n${said}`)));
  });
