export function ensureTestedBuilt(): Promise<string>;
