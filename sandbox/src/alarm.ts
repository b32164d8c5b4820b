export interface Alarm {
  ring: () => void;
  wait: (longestMs: number) => Promise<void>;
}

/** A sleep that can be cut short, also by a ring that came just before it began. */
export function createAlarm(): Alarm {
  let hasRung = false;
  let wakeUp = () => {};
  return {
    ring: () => {
      hasRung = true;
      wakeUp();
    },
    wait: async (longestMs) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
}
