import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ALLOCATOR, SERVER_FLAGS } from './built-server.mjs';
import { ScriptFailure } from './progress.mjs';
import { CACHE, ROOT } from './project.mjs';

const OLDEST_NODE = [22, 22];

/** Tools with a package name that differs from their command. */
const PACKAGE_OF = {
  biome: '@biomejs/biome',
  playwright: '@playwright/test',
  tsc: 'typescript',
};

let chosenNode;

/** The packaged Node, or the running one if no package fits this machine. */
function nodePath() {
  chosenNode ??= choose();
  return chosenNode;
}

const PLATFORM = process.platform === 'win32' ? 'win' : process.platform;

/** The packaged Node, if one runs on this machine. */
export function packagedNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const packaged = join(ROOT, 'node_modules', `node-${PLATFORM}-${process.arch}`, 'bin', program);
  return spawnSync(packaged, ['--version']).status === 0 ? packaged : undefined;
}

/** Whether the running Node satisfies every package. */
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

/** The arguments to run a TypeScript file, the built server, a script, or a tool of node_modules by its name. */
function nodeArguments(fileOrTool, args) {
  if (fileOrTool.endsWith('.ts')) return ['--import', 'tsx', fileOrTool, ...args];
  if (isBuilt(fileOrTool)) return [...SERVER_FLAGS, fileOrTool, ...args];
  if (fileOrTool.endsWith('.mjs')) return [fileOrTool, ...args];
  return [toolEntry(fileOrTool), ...args];
}

/** Runs the tool's file directly, because the shims in node_modules/.bin use the first Node on PATH. */
function toolEntry(tool) {
  const folder = join(ROOT, 'node_modules', ...(PACKAGE_OF[tool] ?? tool).split('/'));
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[tool]);
}

// Node keeps compiled code between starts of the server.
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
