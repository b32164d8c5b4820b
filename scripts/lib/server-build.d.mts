export function ensureTestProgramsBuilt(): Promise<string>;
