import { ensureInstalled } from '../lib/install.mjs';
import { main, ScriptFailure } from '../lib/progress.mjs';
import { runUntilStopped } from '../lib/run.mjs';

await main(async () => {
  const [fileOrTool, ...args] = process.argv.slice(2);
  if (!fileOrTool) throw new ScriptFailure('Usage: node scripts/commands/run.mjs <file.ts | tool> [arguments]');
  await ensureInstalled();
  return runUntilStopped(fileOrTool, args);
});
