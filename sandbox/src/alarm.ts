export interface Alarm {
  ring: () => void;
  wait: (longestMs: number) => Promise<void>;
}

/** A sleep that a wake-up ends early. A wake-up just before the sleep counts too. */
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
