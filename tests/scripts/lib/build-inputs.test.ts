import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOfInputs } from '../../../scripts/lib/build-inputs.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-inputs-'));
  mkdirSync(join(root, 'src/app'), { recursive: true });
  mkdirSync(join(root, 'server'));
  mkdirSync(join(root, 'scripts/lib'), { recursive: true });
  write('src/app/app.tsx', 'app');
  write('index.html', 'page');
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string) {
  writeFileSync(join(root, path), content);
}

test('nothing changed: the app is not stale', () => {
  const before = hashOfInputs(root, {});
  utimesSync(join(root, 'index.html'), 1, 1);
  expect(hashOfInputs(root, {})).toBe(before);
});

test.each([
  ['a changed file', () => write('src/app/app.tsx', 'other')],
  ['a new file', () => write('src/app/page.tsx', 'page')],
  ['a moved file', () => renameSync(join(root, 'src/app/app.tsx'), join(root, 'src/app.tsx'))],
  ['a removed file', () => rmSync(join(root, 'index.html'))],
  ['a part of the build', () => write('scripts/lib/build.ts', 'part')],
  ['what is left out', () => write('scripts/lib/lean.ts', 'cuts')],
  ['new packages', () => write('package-lock.json', '{}')],
  ['a file of settings', () => write('.env.local', 'VITE_API_URL=/')],
])('%s makes the app stale', (_what, change) => {
  const before = hashOfInputs(root, {});
  change();
  expect(hashOfInputs(root, {})).not.toBe(before);
});

test('a changed setting makes the app stale', () => {
  const before = hashOfInputs(root, { VITE_API_URL: 'https://one.example' });
  expect(hashOfInputs(root, { VITE_API_URL: 'https://two.example' })).not.toBe(before);
});

test('a file outside the app does not make it stale', () => {
  const before = hashOfInputs(root, { HOME: '/one' });
  write('server/main.ts', 'server');
  expect(hashOfInputs(root, { HOME: '/two' })).toBe(before);
});
