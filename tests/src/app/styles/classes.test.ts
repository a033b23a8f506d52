import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The classes that a CSS module has, without those of `:global`. */
function classesOf(file: string): Set<string> {
  const css = readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '');
  const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim());
  return new Set(
    selectors
      .filter((selector) => !selector.startsWith('@'))
      .flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)])
      .map(([, name = '']) => name),
  );
}

/** The names of classes that a module of the app asks its CSS modules for and does not get. */
function missingOf(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  const imports = [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)];
  const rest = code.replaceAll(/^import .*$/gm, '');
  return imports.flatMap(([, name = '', path = '']) => {
    const classes = classesOf(join(dirname(file), path));
    const used = [...rest.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))];
    return used.filter(([, own = '']) => !classes.has(own)).map(([, own]) => `${file}: ${own}`);
  });
}

test('every class that the app asks a CSS module for is there', () => {
  const files = globSync('src/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(missingOf)).toEqual([]);
});
