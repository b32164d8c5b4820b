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

/** Installs the packages unless node_modules already holds exactly what the lock file asks for on a machine of this kind. */
export async function ensureInstalled() {
  if (isInstalled()) return 'up to date';
  return withLock('install', async () => {
    if (isInstalled()) return 'installed by another start';
    await npmInstall(process.execPath);
    // npm leaves out optional packages that its own Node is too old for: the Node that has come by now gets those, too.
    const packaged = packagedNode();
    if (packaged && !isNodeRecent()) await npmInstall(packaged);
    writeFileSync(STAMP, stampOfMachine());
    return 'installed';
  });
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOfMachine();
}

/** With the kind of machine: a folder that was copied from another one holds that one's programs. */
const stampOfMachine = () => `${process.platform}-${process.arch} ${hashFiles(MANIFESTS)}`;

/**
 * `install --no-save` rather than `ci`: it takes the same versions from the lock file and leaves that file alone, but
 * it also puts up with a registry that lacks other platforms' optional packages, and fetches only what changed.
 * Install scripts stay off, as npm 12 has them by default: an install is the same everywhere and runs nobody's code.
 * Development packages come along whatever NODE_ENV says, because the web app is built here.
 * Only errors are shown: npm runs on the machine's Node and would warn of every package that needs the pinned one.
 */
async function npmInstall(node) {
  const scope = ['--no-save', '--ignore-scripts', '--include=dev', '--include=optional'];
  const child = spawnNpm(node, ['install', ...scope, '--no-audit', '--no-fund', '--loglevel=error']);
  const [code] = await once(child, 'exit').catch((error) => [error.message]);
  if (code !== 0) throw new ScriptFailure(`npm install failed (${code}): its output above says why.`);
}

/** The npm that runs us if there is one, so that no second npm has to be on the PATH. */
function spawnNpm(node, args) {
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PATH } };
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('npm-cli.js')) return spawn(node, [npm, ...args], options);
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' });
}
