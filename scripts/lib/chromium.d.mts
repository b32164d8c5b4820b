export function findChromium(machine?: Pick<NodeJS.Process, 'platform' | 'arch' | 'env'>): string | undefined;
