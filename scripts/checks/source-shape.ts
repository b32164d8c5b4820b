import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const FOLDERS = [
  'contract',
  'api',
  'sandbox',
  'web',
  'demo',
  'embedded-postgres',
  'start',
  'e2e',
  'bench',
  'deploy',
  'scripts',
];
const GENERATED = new Set(['node_modules', 'dist', 'data', '.cache']);

const QUERY_CALL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
const MAY_QUERY = /\.queries\.ts$|\.test\.ts$|^api\/src\/(platform|testing)\/|^(sandbox|e2e|bench|scripts)\//;

/** Describes source files that only re-export other modules, or that query the database outside `*.queries.ts`. */
export function findShapeViolations(root: string): string[] {
  const files = FOLDERS.flatMap((folder) => sourceFiles(join(root, folder)));
  return files.flatMap((file) => {
    const path = relative(root, file).replaceAll('\\', '/');
    const text = readFileSync(file, 'utf8');
    return [
      ...(isBarrel(path, text) ? [`no-barrel: ${path} only passes on what other modules export`] : []),
      ...(QUERY_CALL.test(text) && !MAY_QUERY.test(path) ? [`sql-only-in-queries: ${path} queries the database`] : []),
    ];
  });
}

function isBarrel(path: string, text: string): boolean {
  if (/^index\.tsx?$/.test(basename(path))) return true;
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const isOnlyReexports = /^\s*(export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?\s*)+$/;
  return isOnlyReexports.test(code);
}

function sourceFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return /\.(ts|tsx|mjs|css)$/.test(path) ? [path] : [];
  return readdirSync(path)
    .filter((name) => !GENERATED.has(name))
    .flatMap((name) => sourceFiles(join(path, name)));
}
