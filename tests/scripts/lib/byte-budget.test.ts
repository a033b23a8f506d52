import { describe, expect, test } from 'vitest';
import {
  firstLoad,
  type Manifest,
  precachedUrls,
  routeFiles,
} from '../../../scripts/lib/budget.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'entry.js',
    isEntry: true,
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
const LATER = /home|quiz/;

describe('the first load', () => {
  test('is the entry, what it imports, and what it loads right behind', () => {
    expect([...firstLoad(manifest, LATER)].sort()).toEqual([
      'behind.js',
      'entry.js',
      'queries.js',
      'react.js',
    ]);
  });

  test('holds every lazy chunk that is not named as later', () => {
    expect(firstLoad(manifest, /quiz/)).toContain('home.js');
  });
});

describe("a route's own scripts", () => {
  const routes = routeFiles(manifest, firstLoad(manifest, LATER));

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
  const urls = ['assets/a.js', 'index.html'];

  test.each([
    [
      'minified',
      'x([{revision:null,url:"assets/a.js"},{revision:"1",url:"index.html"}]);y({url:"/no"})',
    ],
    ['url first', 'x([{url:"assets/a.js",revision:null},{url:"index.html",revision:"1"}])'],
    ['as JSON', '[{"revision":null,"url":"assets/a.js"},{"revision":"1","url":"index.html"}]'],
    ['in backticks', 'x([{revision:null,url:`assets/a.js`},{revision:`1`,url:`index.html`}])'],
  ])('is found in a worker that is %s', (_form, worker) => {
    expect(precachedUrls(worker)).toEqual(urls);
  });
});
