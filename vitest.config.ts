import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { builtEnv } from './scripts/lib/built-env.ts';
import { SHORT_LIVED } from './tests/support/project.ts';

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react(), builtEnv()],
        test: {
          name: 'app',
          environment: 'jsdom',
          include: ['tests/{src,sw}/**/*.test.{ts,tsx}'],
          exclude: ['tests/src/rules/**'],
          setupFiles: ['tests/support/vm-globals.ts', 'tests/support/app-setup.ts'],
          // jsdom is loaded once by a worker, not by a file.
          pool: 'vmThreads',
          // By default one core is left free.
          maxWorkers: '100%',
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['tests/src/rules/**/*.test.ts', 'tests/{scripts,e2e}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'question-bank',
          environment: 'node',
          include: ['tests/question-bank/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Each file starts a database of its own: more at once only compete for two cores.
          maxWorkers: 2,
          // The database's program and the server's modules are read once by a worker, not by a file.
          isolate: false,
          execArgv: SHORT_LIVED,
        },
      },
    ],
  },
});
