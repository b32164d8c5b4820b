export function chromiumOfMachine(machine?: Pick<NodeJS.Process, 'platform' | 'arch' | 'env'>): string | undefined;
