export function buildBeside(folder: string, build: () => Promise<void>): Promise<void>;
