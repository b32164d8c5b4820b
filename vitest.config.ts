import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,api,sandbox,web,demo,embedded-postgres,start,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['api/src/testing/global-setup.ts'],
    // Twice the number of cores, because many tests wait for a process, a timeout or a mail.
    maxWorkers: 4,
    // Loading the shop for each file took a fifth of the run. Files share no database, folder or port, and module state must work with
    // several shops in one process anyway.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
