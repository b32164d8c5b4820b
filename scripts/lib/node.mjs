import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ALLOCATOR, SERVER_FLAGS } from './built-server.mjs';
import { ScriptFailure } from './progress.mjs';
import { CACHE, ROOT } from './project.mjs';

const OLDEST_NODE = [22, 22];

/** Tools whose package has another name than their command. */
const PACKAGE_OF = {
  biome: '@biomejs/biome',
  playwright: '@playwright/test',
  tsc: 'typescript',
};

let chosenNode;

/** The Node that came with the packages, or the running one where there is none for this machine. */
function nodePath() {
  chosenNode ??= choose();
  return chosenNode;
}

const PLATFORM = process.platform === 'win32' ? 'win' : process.platform;

/** The Node that came with the packages, if one did that runs here. */
export function packagedNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const packaged = join(ROOT, 'node_modules', `node-${PLATFORM}-${process.arch}`, 'bin', program);
  return spawnSync(packaged, ['--version']).status === 0 ? packaged : undefined;
}

/** Whether the running Node is one that every package takes. */
export function isNodeRecent() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function choose() {
  const packaged = packagedNode();
  if (packaged) return packaged;
  if (isNodeRecent()) return process.execPath;
  throw new ScriptFailure(
    `No Node was packaged for this machine (${PLATFORM}-${process.arch}), and the installed one is ${process.versions.node}: ` +
      `please install Node ${OLDEST_NODE.join('.')} or newer.`,
  );
}

const isBuilt = (file) => file.endsWith('.js');

/** The arguments that run a TypeScript file, the built server, a script of ours, or a tool from node_modules by its name. */
function nodeArguments(fileOrTool, args) {
  if (fileOrTool.endsWith('.ts')) return ['--import', 'tsx', fileOrTool, ...args];
  if (isBuilt(fileOrTool)) return [...SERVER_FLAGS, fileOrTool, ...args];
  if (fileOrTool.endsWith('.mjs')) return [fileOrTool, ...args];
  return [toolEntry(fileOrTool), ...args];
}

/** Node runs the tool's own file: the shims in node_modules/.bin would take whatever Node is first on the PATH. */
function toolEntry(tool) {
  const folder = join(ROOT, 'node_modules', ...(PACKAGE_OF[tool] ?? tool).split('/'));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[tool]);
}

// What was compiled at one start of the server is not compiled at the next.
const COMPILED = { NODE_COMPILE_CACHE: join(CACHE, 'compiled') };

export function spawnNode(fileOrTool, args, { env = {}, stdio = 'inherit' } = {}) {
  const node = nodePath();
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  return spawn(node, nodeArguments(fileOrTool, args), {
    cwd: ROOT,
    stdio,
    env: { ...ALLOCATOR, ...(isBuilt(fileOrTool) && COMPILED), ...process.env, PATH: path, ...env },
  });
}
