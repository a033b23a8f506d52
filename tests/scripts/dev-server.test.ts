import { expect, test } from 'vitest';
import { readEnv } from '../../src/config/read-env.ts';
import config from '../../vite.config.ts';

// The dev server would answer requests of the app to its own origin with the app's document.
test.each(
  Object.entries(readEnv({})).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith('/'),
  ),
)('the dev server leaves %s (%s) to the game server', (_name, path) => {
  const passed = Object.keys(config.server?.proxy ?? {});
  expect(passed.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))).toHaveLength(
    1,
  );
});
