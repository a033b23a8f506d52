import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layerFaults } from '../../../scripts/lib/layers.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layers-'));
});

afterEach(() => rmSync(root, { recursive: true }));

/** The faults found if one file imports another. */
function importing(file: string, imported: string): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `import { one } from '${imported}';\n`);
  return layerFaults(root);
}

test.each([
  ['src/features/quiz/quiz-page.tsx', '../../rules/round.ts'],
  ['src/app/app.tsx', '../features/quiz/quiz-page.tsx'],
  ['src/components/field.tsx', '../rules/numbers.ts'],
  ['src/outbox/send.ts', '../round/store.ts'],
  ['sw/sw.ts', '../src/outbox/send.ts'],
  ['server/prizes/payouts.ts', '../boards/boards.ts'],
  ['server/rounds/open.ts', '../../question-bank/reader/deal.ts'],
  ['server/ledger/ledger.ts', '../services.ts'],
  ['scripts/chaos.ts', '../server/app.ts'],
])('%s may import %s', (file, imported) => {
  expect(importing(file, imported)).toEqual([]);
});

test.each([
  ['src/rules/round.ts', '../lib/clock.ts', 'src/rules may not import src/lib/clock.ts'],
  ['src/lib/http.ts', '../session/session.ts', 'src/lib may not import src/session/session.ts'],
  [
    'src/components/field.tsx',
    '../rules/round.ts',
    'src/components may not import src/rules/round.ts',
  ],
  [
    'src/features/quiz/a.ts',
    '../rush/b.ts',
    'src/features/quiz may not import src/features/rush/b.ts',
  ],
  [
    'src/features/quiz/a.ts',
    '../../app/app.tsx',
    'src/features/quiz may not import src/app/app.tsx',
  ],
  ['sw/sw.ts', '../src/session/session.ts', 'sw may not import src/session/session.ts'],
  [
    'server/ledger/a.ts',
    '../prizes/payouts.ts',
    'server/ledger may not import server/prizes/payouts.ts',
  ],
  ['server/routes/a.ts', '../desk/main.ts', 'server/routes may not import server/desk/main.ts'],
  [
    'server/rounds/a.ts',
    '../../question-bank/writer/write.ts',
    'server/rounds may not import question-bank/writer/write.ts',
  ],
  [
    'server/rounds/a.ts',
    '../config/money.ts',
    'server/config/money.ts is no door of server/config',
  ],
  [
    'src/app/a.tsx',
    '../features/quiz/face.tsx',
    'src/features/quiz/face.tsx is no door of src/features/quiz',
  ],
  ['e2e/round/a.spec.ts', '../../scripts/lib/run.ts', 'e2e may not import scripts/lib/run.ts'],
])('%s may not import %s', (file, imported, what) => {
  expect(importing(file, imported)).toEqual([`${file}: ${what}`]);
});
