import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,api,sandbox,web,demo,embedded-postgres,start,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['api/src/testing/global-setup.ts'],
    // Vitest would leave a core to watch mode; the checks have both.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
