import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { hashFiles } from './files.mjs';
import { withLock } from './lock.mjs';
import { isNodeRecent, packagedNode } from './node.mjs';
import { ScriptFailure } from './progress.mjs';
import { ROOT, WORKSPACES } from './project.mjs';

const STAMP = join(ROOT, 'node_modules', '.install-stamp');
const MANIFESTS = ['package-lock.json', 'package.json', ...WORKSPACES.map((name) => `${name}/package.json`)];

/** Installs the packages unless node_modules matches the lock file for this kind of machine. */
export async function ensureInstalled() {
  if (isInstalled()) return 'up to date';
  return withLock('install', async () => {
    if (isInstalled()) return 'installed by another start';
    await npmInstall(process.execPath);
    // npm skips optional packages that need a newer Node, so the packaged Node installs them now.
    const packaged = packagedNode();
    if (packaged && !isNodeRecent()) await npmInstall(packaged);
    writeFileSync(STAMP, stampOfMachine());
    return 'installed';
  });
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOfMachine();
}

/** The stamp contains the kind of machine, because a copied node_modules holds the programs of another one. */
const stampOfMachine = () => `${process.platform}-${process.arch} ${hashFiles(MANIFESTS)}`;

/**
 * `install --no-save` instead of `ci`: it uses the lock file too, accepts a registry without optional packages of other platforms,
 * and fetches only changes. Install scripts are off, as in npm 12. Development packages are always installed, because the web
 * app is built here. Only errors are shown: npm runs on the machine's Node and warns of packages that need the pinned one.
 */
async function npmInstall(node) {
  const scope = ['--no-save', '--ignore-scripts', '--include=dev', '--include=optional'];
  const child = spawnNpm(node, ['install', ...scope, '--no-audit', '--no-fund', '--loglevel=error']);
  const [code] = await once(child, 'exit').catch((error) => [error.message]);
  if (code !== 0) throw new ScriptFailure(`npm install failed (${code}): its output above says why.`);
}

/** Uses the npm that runs us, if there is one, so that PATH needs no npm. */
function spawnNpm(node, args) {
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH } };
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('npm-cli.js')) return spawn(node, [npm, ...args], options);
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' });
}
