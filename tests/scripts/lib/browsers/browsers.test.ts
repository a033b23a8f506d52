import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROMISED } from '../../../../scripts/lib/browsers/promised.ts';
import { Script } from '../../../../scripts/lib/browsers/script-faults.ts';
import { styleFaults } from '../../../../scripts/lib/browsers/style-faults.ts';
import { ROOT } from '../../../support/project.ts';

const faultsOf = (text: string, file = 'a.js', given: string[] = []) =>
  new Script(file, text).faults(new Set(given)).map(({ feature }) => feature.name);

test('the checked browsers are those that the README promises', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const { chrome, safari } = PROMISED;
  expect(readme).toContain(`The app runs in Chrome ${chrome}, Safari ${safari} and later.`);
});

describe('a feature that an oldest promised browser lacks is found', () => {
  test.each([
    // The three that players met.
    ['Array.toSorted', 'const f = (rows) => rows.toSorted();'],
    ['AbortSignal.throwIfAborted', 'function f(e) { e.throwIfAborted(); }'],
    ['AbortSignal.reason', 'function f(e) { throw e.signal.reason; }'],
    ['AbortSignal.reason', 'const f = (ownSignal) => ownSignal.reason;'],
    ['javascript.regular_expressions.lookbehind_assertion', 'f(/(?<=\\d) /g);'],
    ['javascript.regular_expressions.lookbehind_assertion', 'f(/(?<!a)b/);'],
    // As the build writes it.
    ['javascript.regular_expressions.lookbehind_assertion', 'f(RegExp(`(?<=\\\\n)`, ``));'],
    ['javascript.regular_expressions.lookbehind_assertion', 'f(new RegExp("(?<=a)b", "u"));'],
    // Others of their kinds.
    ['Array.findLast', 'export const last = (rows) => rows.findLast((row) => row.isDone);'],
    ['Array.findLastIndex', "import { ROWS } from './rows.js'; ROWS.findLastIndex(Boolean);"],
    ['Array.toSpliced', 'rows?.toSpliced(1, 1);'],
    ['Array.toReversed', 'const { toReversed } = rows;'],
    ['Array.with', 'export const f = (rows) => rows.with(0, 1);'],
    ['Array.fromAsync', 'Array.fromAsync(rows);'],
    ['Object.groupBy', 'Object.groupBy(rows, (row) => row.day);'],
    ['Promise.withResolvers', 'const { promise } = Promise.withResolvers();'],
    ['Promise.try', 'Promise.try(f);'],
    ['Set.union', 'export const f = (one, other) => one.union(other);'],
    ['structuredClone', 'structuredClone(row);'],
    ['structuredClone', 'globalThis.structuredClone(row);'],
    ['AbortSignal.timeout_static', 'fetch(url, { signal: AbortSignal.timeout(30_000) });'],
    ['AbortSignal.any_static', 'AbortSignal.any([one, other]);'],
    ['Window.requestIdleCallback', 'requestIdleCallback(f);'],
    ['Navigator.wakeLock', "navigator.wakeLock.request('screen');"],
    ['Navigator.wakeLock', 'const { wakeLock } = navigator;'],
    ['Navigator.connection', "const type = navigator['connection'].type;"],
    ['CSSStyleSheet.CSSStyleSheet', 'new CSSStyleSheet();'],
    ['OffscreenCanvas', 'new OffscreenCanvas(1, 1);'],
    ['URL.canParse_static', 'URL.canParse(text);'],
    ['Element.checkVisibility', 'export const f = (button) => button.checkVisibility();'],
    ['javascript.classes.static.initialization_blocks', 'class A { static { f(); } }'],
    ['javascript.statements.using', 'function f() { using lock = take(); }'],
    ['javascript.statements.import.import_attributes', "import a from 'a' with { type: 'json' };"],
    ['RegExp.unicodeSets', 'f(/[\\p{L}--[a-z]]/v);'],
    ['javascript.regular_expressions.modifier', 'f(/(?i:a)b/);'],
  ])('%s in %s', (name, text) => {
    expect(faultsOf(text)).toContain(name);
  });

  test('a test of something else is no guard', () => {
    expect(faultsOf('if (rows.length > 1) rows.toSorted();')).toEqual(['Array.toSorted']);
    expect(faultsOf('signal && signal.throwIfAborted();')).toEqual(['AbortSignal.throwIfAborted']);
    expect(faultsOf('signal?.throwIfAborted();')).toEqual(['AbortSignal.throwIfAborted']);
    expect(faultsOf('if (rows.toSorted()) f();')).toEqual(['Array.toSorted']);
    expect(faultsOf("if ('toSortedRows' in a) rows.toSorted();")).toEqual(['Array.toSorted']);
  });

  test('also in TypeScript, by the line where it stands', () => {
    const text =
      'type Reason = { toSorted: 1 };\nexport const f = (rows: number[]) => rows!.toSorted();';
    const [fault] = new Script('a.ts', text).faults(new Set());
    expect(fault).toMatchObject({ feature: { name: 'Array.toSorted' } });
    expect(text.slice(fault?.at)).toMatch(/^rows!/);
  });
});

describe('an allowed feature is not', () => {
  test.each([
    'rows.at(-1);',
    'Object.hasOwn(row, key);',
    'crypto.randomUUID();',
    'new Intl.Segmenter(locale).segment(text);',
    "import { a } from 'a'; await a();",
    'class A { #b = 1; has(a) { return #b in a; } }',
    'const a = b ?? c; d ??= a?.e;',
    'new Error(text, { cause: error });',
    'f(/(?<day>\\d+)(?=a)(?!b)\\p{L}/du);',
    'new AbortController().abort();',
    'const text = new Intl.DateTimeFormat(locale).format(day);',
    'Promise.allSettled(all).then((one) => one[0].reason);',
    "import * as v from 'valibot'; v.union([]);",
    'function f(structuredClone) { return structuredClone(1); }',
    // Asked for first.
    "if ('wakeLock' in navigator) navigator.wakeLock.request('screen');",
    "if (!('wakeLock' in navigator)) return; navigator.wakeLock.request('screen');",
    "navigator.wakeLock?.request('screen');",
    'navigator.setAppBadge?.(1);',
    "typeof structuredClone === 'function' ? structuredClone(a) : b;",
    'const idle = globalThis.requestIdleCallback || setTimeout;',
    'const a = Object.groupBy && Object.groupBy(rows, f);',
    "const lost = signal.reason ?? new DOMException('', 'AbortError');",
    "const policy = self.trustedTypes?.createPolicy('a', {});",
  ])('%s', (text) => {
    expect(faultsOf(text.replace(/^(if \(!.*return;.*)$/, 'function f() { $1 }'))).toEqual([]);
  });

  test('a name that scripts give to their own objects', () => {
    expect(faultsOf('export const f = (row) => row.blocking;')).toEqual([
      'HTMLLinkElement.blocking',
    ]);
    expect(faultsOf('export const f = (row) => row.blocking;', 'a.js', ['blocking'])).toEqual([]);
    // A receiver known by its name is excepted.
    expect(faultsOf('f(e.signal.reason);', 'a.js', ['reason'])).toEqual(['AbortSignal.reason']);
  });
});

describe('a style', () => {
  const names = (css: string) => styleFaults(css).map(({ feature }) => feature.name);

  test.each([
    ['.a{overflow:clip}', 'css.properties.overflow.clip'],
    ['.a:has(b){color:red}', 'css.selectors.has'],
    ['.a{rotate:8deg}', 'css.properties.rotate'],
    ['.a{color:color-mix(in srgb, red, blue)}', 'css.types.color.color-mix'],
    ['.a{block-size:100dvh}', 'css.types.length.viewport_percentage_units_dynamic'],
    ['.a{inline-size:10cqw}', 'css.types.length.container_query_length_units'],
    ['@container (width > 1px){.a{color:red}}', 'css.at-rules.container'],
    ['@layer a{.a{color:red}}', 'css.at-rules.layer'],
    ['.a{text-wrap:balance}', 'css.properties.text-wrap'],
    ['.a{& b{color:red}}', 'css.selectors.nesting'],
  ])('%s lacks %s', (css, name) => {
    expect(names(css)).toContain(name);
  });

  test.each([
    '.a{inset:0;aspect-ratio:1;gap:1px;color:var(--a)}',
    '.a{block-size:100vh;block-size:100dvh}',
    '.a{overflow:hidden;overflow:clip}',
    '.a{-webkit-user-select:none;user-select:none}',
    '@supports (overflow:clip){.a{overflow:clip}}',
    '.a:is(b,c)::before{margin-inline:calc(1px + 1vw)}',
  ])('%s is known', (css) => {
    expect(names(css)).toEqual([]);
  });
});
