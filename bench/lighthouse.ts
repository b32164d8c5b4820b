import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// Installed on demand, because it would be a fifth of every install.
const PACKAGE = 'lighthouse@13.5.0';
const REPORT_BYTES_MAX = 64 * 1024 * 1024;

export type Report = {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: unknown }>;
};

/** Runs Lighthouse on a page in the browser at `port`. */
export async function askLighthouse(
  url: string,
  { port, headers }: { port: number; headers: Record<string, string> | undefined },
): Promise<Report> {
  const options = [`--port=${port}`, '--output=json', '--quiet', `--extra-headers=${JSON.stringify(headers ?? {})}`];
  const { stdout } = await promisify(execFile)('npx', ['--yes', PACKAGE, url, ...options], {
    maxBuffer: REPORT_BYTES_MAX,
  });
  return JSON.parse(stdout);
}
