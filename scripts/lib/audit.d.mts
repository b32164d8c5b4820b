export function checkDependencies(npm?: string): Promise<{ isGood: boolean; text: string }>;
