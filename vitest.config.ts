import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { builtEnv } from './scripts/lib/build.ts';
import { SHORT_LIVED } from './tests/support/project.ts';

/** What a test makes is soon of no use: with room for more of it Node collects it less often. */
const ROOM = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
for (const flag of ROOM) setFlagsFromString(flag);

/**
 * One number for all projects, as Vitest asks for; of a project with one worker, which is its default
 * on two cores, the files run one by one when all others are through.
 */
const maxWorkers = Math.min(availableParallelism(), 4);

/** Only what hangs is ended: a machine that is busy with other work takes ten times as long. */
const BUSY_MS = 90_000;

/** What fails there once may have lost or doubled something, or was measured: it is never tried again. */
const once = { name: 'once', retry: 0 };

/** What `npm test` leaves to `npm test -- --full`: docs/testing.md#what-runs-with---full. */
const full = { name: 'full' };

const tags = [once, full];

/** What is waited for comes later on a machine that is busy. */
const POLL = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react(), builtEnv()],
        define: { DECK_URL: JSON.stringify('/assets/deck.json') },
        test: {
          name: 'app',
          environment: 'jsdom',
          testTimeout: BUSY_MS,
          retry: 1,
          tags,
          expect: POLL,
          include: ['tests/{src,sw}/**/*.test.{ts,tsx}'],
          exclude: ['tests/src/rules/**'],
          setupFiles: ['tests/support/vm-globals.ts', 'tests/support/app-setup.ts'],
          // jsdom is loaded once by a worker, not by a file.
          pool: 'vmThreads',
          maxWorkers,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'rules',
          environment: 'node',
          testTimeout: BUSY_MS,
          maxWorkers,
          isolate: false,
          execArgv: [...SHORT_LIVED, ...ROOM],
          include: ['tests/src/rules/**/*.test.ts', 'tests/scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'question-bank',
          environment: 'node',
          maxWorkers,
          isolate: false,
          execArgv: ROOM,
          include: ['tests/question-bank/**/*.test.ts'],
          testTimeout: BUSY_MS,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          retry: 1,
          tags,
          expect: POLL,
          include: ['tests/server/**/*.test.ts'],
          testTimeout: BUSY_MS,
          hookTimeout: BUSY_MS,
          maxWorkers,
          // The database's program and the server's modules are read once by a worker, not by a file.
          isolate: false,
          execArgv: [...SHORT_LIVED, ...ROOM],
        },
      },
    ],
  },
});
