export type Say = (line: string) => void;

/** What an operator must not overlook. */
export const loudly = (warning: string): string => `\n*** WARNING ***\n${warning}\n***************\n`;

/** What a start says: a few lines. Each step's own words come only when they are asked for, or when the start fails. */
export function createAnnouncer({ isVerbose, write }: { isVerbose: boolean; write: Say }) {
  let untold: string[] = [];
  let isOver = false;
  return {
    say: write,
    detail: (line: string): void => {
      if (isVerbose || isOver) write(line);
      else untold.push(line);
    },
    /** From here on a step's own words are news: its database has ended, and why it does not start again. */
    startIsOver: (): void => {
      isOver = true;
      untold = [];
    },
    /** Everything that was kept back, for whoever has to find out why it failed. */
    tellAll: (): void => {
      for (const line of untold) write(line);
      untold = [];
    },
  };
}
