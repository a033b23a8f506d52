import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Manifest, precached, routeFiles } from '../../../scripts/lib/budget.ts';
import { hashOfInputs } from '../../../scripts/lib/build-inputs.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'entry.js',
    imports: ['_react.js'],
    dynamicImports: ['src/behind.tsx', 'src/home.tsx', 'src/quiz.tsx'],
  },
  '_react.js': { file: 'react.js' },
  '_style.css': { file: 'style.css' },
  'src/behind.tsx': { file: 'behind.js', imports: ['_queries.js', '_style.css'] },
  '_queries.js': { file: 'queries.js', imports: ['_react.js', 'index.html'] },
  'src/home.tsx': { file: 'home.js', imports: ['_queries.js', '_cards.js', 'index.html'] },
  'src/quiz.tsx': { file: 'quiz.js', imports: ['_cards.js'], dynamicImports: ['src/result.tsx'] },
  'src/result.tsx': { file: 'result.js' },
  '_cards.js': { file: 'cards.js' },
};

const FIRST = new Set(['entry.js', 'react.js', 'behind.js', 'queries.js']);

describe("a route's own scripts", () => {
  const routes = routeFiles(manifest, FIRST);

  test('are what it needs beyond the first load', () => {
    expect(routes.get('src/home.tsx')?.sort()).toEqual(['cards.js', 'home.js']);
  });

  test('are told for chunks that only another route loads, too', () => {
    expect(routes.get('src/result.tsx')).toEqual(['result.js']);
  });

  test('are not told for what belongs to the first load', () => {
    expect(routes.has('src/behind.tsx')).toBe(false);
  });
});

describe('the precache list', () => {
  test.each([
    [
      'minified',
      'x([{isPacked:!0,revision:null,url:"assets/a.js"},{revision:"1",url:"index.html"}]);y({url:"/no"})',
    ],
    [
      'url first',
      'x([{url:"assets/a.js",revision:null,isPacked:!0},{url:"index.html",revision:"1"}])',
    ],
    [
      'as JSON',
      '[{"isPacked":true,"revision":null,"url":"assets/a.js"},{"revision":"1","url":"index.html"}]',
    ],
    [
      'in backticks',
      'x([{isPacked:!0,revision:null,url:`assets/a.js`},{revision:`1`,url:`index.html`}])',
    ],
  ])('is found in a worker that is %s', (_form, worker) => {
    expect(precached(worker)).toEqual([
      { url: 'assets/a.js', isPacked: true, isSecond: false },
      { url: 'index.html', isPacked: false, isSecond: false },
    ]);
  });
});

describe('what the build is made from', () => {
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
});
