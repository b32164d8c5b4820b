import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';

const FOLDERS = ['contract', 'api', 'sandbox', 'web', 'demo', 'embedded-postgres', 'start', 'e2e', 'bench', 'deploy'];

/** Describes the imports below `root` that violate a rule. */
export async function findBoundaryViolations(root: string): Promise<string[]> {
  const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IConfiguration;
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
  const { modules, summary } = output as ICruiseResult;

  // A missing or failing parser finds no module, which must not count as clean.
  const isBlind = !modules.some((module) => module.dependencies.length > 0);
  if (isBlind) return ['No module with an import was found: dependency-cruiser did not read the sources.'];
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}
