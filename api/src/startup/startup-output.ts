export type Say = (line: string) => void;

/** Frames a warning so that an operator cannot overlook it. */
export const asWarning = (warning: string): string => `\n*** WARNING ***\n${warning}\n***************\n`;

/** The lines that a start prints. Details of the steps are printed only in verbose mode or when the start fails. */
export function createStartupOutput({ isVerbose, write }: { isVerbose: boolean; write: Say }) {
  let hiddenLines: string[] = [];
  let isStartupOver = false;
  return {
    say: write,
    detail: (line: string): void => {
      if (isVerbose || isStartupOver) write(line);
      else hiddenLines.push(line);
    },
    /** After the start, details are printed at once: they report, for example, that the database has ended. */
    endStartup: (): void => {
      isStartupOver = true;
      hiddenLines = [];
    },
    /** Prints the hidden details, which explain a failed start. */
    printDetails: (): void => {
      for (const line of hiddenLines) write(line);
      hiddenLines = [];
    },
  };
}
