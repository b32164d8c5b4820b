export function buildKeepingPrevious(folder: string, build: () => Promise<void>): Promise<void>;
