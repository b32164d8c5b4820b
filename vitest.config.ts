import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,api,sandbox,web,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['api/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
