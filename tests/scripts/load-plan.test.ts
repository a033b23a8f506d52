import { expect, test } from 'vitest';
import { lineOf, loadPlan, ONLINE_FILES } from '../../scripts/load-plan.ts';
import { ROOT } from '../support/project.ts';

test.each([
  ['assets/first-BhnJlUFI.js', 'page'],
  ['assets/home-C8Y4YK3S.js', 'first'],
  ['assets/full-time--QlllPO_.css', 'first'],
  ['assets/rush-play-DbAiIhYM.js', 'second'],
  // A part whose name begins with the name of another.
  ['assets/picture-worker-C1hE4sKi.js', 'second'],
  // A page missing in the plan.
  ['assets/notes-page-BSYCqDFj.js', 'second'],
  ['assets/pack-b2dddb50.json', 'first'],
  ['static/serie-a.svg', 'first'],
  ['index.html', 'first'],
])('%s comes with the line "%s"', (file, line) => {
  expect(lineOf(file)).toBe(line);
});

test('no copy has what is only for those with a line', () => {
  expect(ONLINE_FILES).toContain('assets/mixpanel-*.js');
});

/** The plugin's result for a build with these files. */
function check(chunks: string[], isModule: (id: string) => boolean) {
  const { config, generateBundle } = loadPlan();
  if (typeof config !== 'function' || typeof generateBundle !== 'function') throw new Error();
  Reflect.apply(config, null, [{ root: ROOT }]);
  const bundle = Object.fromEntries(chunks.map((name) => [name, { type: 'chunk', name }]));
  const context = { getModuleInfo: (id: string) => (isModule(id) ? {} : null) };
  return () => Reflect.apply(generateBundle, context, [{}, bundle]);
}

test('a part that is not built any more fails the build', () => {
  expect(check(['index', 'rolldown-runtime'], () => true)).toThrow('part "first"');
});

test('a module that has another name now fails the build', () => {
  const built = ['index', 'rolldown-runtime', 'first', 'behind'];
  expect(check(built, (id) => !id.endsWith('/src/app/background.tsx'))).toThrow(
    'src/app/background.tsx of the load plan is no module of the app',
  );
});
