import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Where there are two processors both have work: by itself vitest leaves one for watching.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'search/src/**/*.test.ts',
            'importer/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'scripts/*.test.mjs',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/database-template.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['client/src/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
