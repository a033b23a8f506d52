import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anchorsOf, citationFaults } from '../../../scripts/lib/citations.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'citations-'));
  write('docs/game.md', '# The game\n\n### Tiers\n\n### 21-day rule\n');
  write('docs/decisions/0002-ledger.md', '# 2. Ledger\n\n## What it keeps\n');
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const SLASHES = '//';

/** A source whose second line is a comment with this text. */
const commented = (said: string) => `\n${SLASHES} A rule (${said}).\n`;

test.each(['game.md#tiers', 'game.md#21-day-rule', 'ADR-0002', '0002-ledger.md#what-it-keeps'])(
  '%s leads to a heading or a record',
  (cited) => {
    write('src/rules/scoring.ts', commented(cited));
    expect(citationFaults(root)).toEqual([]);
  },
);

test.each(['game.md#nowhere', 'nothing.md#tiers', 'ADR-0003', 'ADR-2'])(
  '%s leads nowhere: file and line are named',
  (cited) => {
    write('server/rounds/open.ts', commented(cited));
    expect(citationFaults(root)).toEqual([`server/rounds/open.ts:2: ${cited} leads nowhere`]);
  },
);

test.each([
  'gameplay §9',
  'accounts.md §4',
  'decision 41',
  'decisions 14 and 15',
  'contract',
  'contract, rounds',
  'G4',
  'A12, G5',
  'look.md',
  'budgets.md',
])('a citation of a page outside the repository fails: %s', (cited) => {
  write('e2e/round.spec.ts', commented(cited));
  const faults = citationFaults(root);
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) expect(fault).toMatch(/^e2e\/round\.spec\.ts:2: .* outside the/);
});

test('a citation over the end of a line is one', () => {
  write('src/app.ts', '/**\n * A rule (decision\n * 41).\n */\n');
  write('src/lib.ts', `let a;\n${SLASHES} By the decision\n${SLASHES} 41.\n`);
  expect(citationFaults(root)).toEqual([
    expect.stringContaining('src/app.ts:2: "decision 41"'),
    expect.stringContaining('src/lib.ts:2: "decision 41"'),
  ]);
});

test('code is no citation: names, paths and drawings stay', () => {
  write('src/icon.tsx', "const path = 'M2 8A4 4 0 0 1 9 2';\nparse((contract) => contract.A4);\n");
  expect(citationFaults(root)).toEqual([]);
});

const NOWHERE = 'game.md#nowhere';

test.each([
  ['src/page.css', `/* ${NOWHERE} */`],
  ['index.html', `<!-- ${NOWHERE} -->`],
  ['question-bank/README.md', NOWHERE],
])('%s is read too', (file, content) => {
  write(file, content);
  expect(citationFaults(root)).toEqual([`${file}:1: ${NOWHERE} leads nowhere`]);
});

test('examples of a page are not read', () => {
  write('docs/flows.md', `# Flows\n\n\`\`\`\n${NOWHERE}\n\`\`\`\n`);
  expect(citationFaults(root)).toEqual([]);
});

test('what stands in two comments is no citation', () => {
  write('src/app.ts', `${SLASHES} A decision\nlet a;\n${SLASHES} 41 of them.\n`);
  expect(citationFaults(root)).toEqual([]);
});

test('installed packages are not read', () => {
  write('server/node_modules/some/README.md', NOWHERE);
  expect(citationFaults(root)).toEqual([]);
});

test('headings get the anchors that GitHub gives them', () => {
  const page = '# Round’s *own* credential\n## `A` & B\n```\n# none\n```\n## Tiers\n### Tiers\n';
  expect([...anchorsOf(page)]).toEqual(['rounds-own-credential', 'a--b', 'tiers', 'tiers-1']);
});
