export function judgeAudit(output: string): { severe: number } | null;
export function severeOnes(output: string): string[];
export function askRegistry(npm?: string): Promise<string | null>;
