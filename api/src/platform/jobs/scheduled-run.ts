// The third is ten seconds after the first, and so before the next run of each minute takes the place of this one.
const ATTEMPTS = 3;

/** How a run is added when its time has come: the queue lets one run at a time, and the key lets one wait. */
export const scheduledRun = (name: string) => ({ queueName: name, jobKey: name, maxAttempts: ATTEMPTS });
