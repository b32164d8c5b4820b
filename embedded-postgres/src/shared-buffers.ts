const MB = 1024 ** 2;

/** A sixteenth of the machine's memory: 128 MB hold a small catalogue, 1 GB holds a million products. */
export const sharedBuffersMb = (machineBytes: number): number =>
  Math.min(Math.max(Math.floor(machineBytes / 16 / MB), 128), 1024);
