import { StartupError } from './platform/startup-error.ts';
import { startServer } from './startup/start-server.ts';

try {
  await startServer(process.env);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
