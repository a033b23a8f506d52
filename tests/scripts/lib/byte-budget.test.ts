import { describe, expect, test } from 'vitest';
import { type Manifest, precached, routeFiles } from '../../../scripts/lib/budget.ts';

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
