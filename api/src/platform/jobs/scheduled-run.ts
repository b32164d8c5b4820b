// The third attempt starts ten seconds after the first, before the next run of a job that runs every minute.
const ATTEMPTS = 3;

/** Job options of a scheduled run: the queue allows one running job, the key allows one waiting job. */
export const scheduledRun = (name: string) => ({ queueName: name, jobKey: name, maxAttempts: ATTEMPTS });
