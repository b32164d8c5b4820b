const MB = 1024 ** 2;

/** A sixteenth of the machine, which it shares with the shop: 128 MB hold a small catalogue, 1 GB one of a million products. */
export const sharedBuffersMb = (machineBytes: number): number =>
  Math.min(Math.max(Math.floor(machineBytes / 16 / MB), 128), 1024);
