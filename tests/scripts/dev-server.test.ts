import { expect, test } from 'vitest';
import { readEnv } from '../../src/config/read-env.ts';
import config from '../../vite.config.ts';

// What the app asks its own origin for, the dev server would answer with the app's document.
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
