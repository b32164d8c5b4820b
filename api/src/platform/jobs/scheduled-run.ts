/** How a run is added when its time has come: the queue lets one run at a time, and the key lets one wait. */
export const scheduledRun = (name: string) => ({ queueName: name, jobKey: name, maxAttempts: 1 });
