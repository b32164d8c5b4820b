export type Say = (line: string) => void;

/** What an operator must not overlook. */
export const asWarning = (warning: string): string => `\n*** WARNING ***\n${warning}\n***************\n`;

/** What a start says: a few lines. Each step's own words come only when they are asked for, or when the start fails. */
export function createStartupOutput({ isVerbose, write }: { isVerbose: boolean; write: Say }) {
  let hiddenLines: string[] = [];
  let isStartupOver = false;
  return {
    say: write,
    detail: (line: string): void => {
      if (isVerbose || isStartupOver) write(line);
      else hiddenLines.push(line);
    },
    /** From here on a step's own words are news: its database has ended, and why it does not start again. */
    endStartup: (): void => {
      isStartupOver = true;
      hiddenLines = [];
    },
    /** Everything that was kept back, for whoever has to find out why it failed. */
    printDetails: (): void => {
      for (const line of hiddenLines) write(line);
      hiddenLines = [];
    },
  };
}
