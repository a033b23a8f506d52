import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askKey } from '../../../server/desk/operators.ts';

/** The result of typing, and the output meanwhile. */
async function typing(typed: string) {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
  const asked = askKey({ input, output });
  input.write(typed);
  return { key: await asked, shown: output.read() };
}

const SHOWN = 'Your operator key: \n';

test('a key is read as it is typed, and not shown', async () => {
  expect(await typing(' a-key \r')).toEqual({ key: 'a-key', shown: SHOWN });
});

test.each([
  ['Ctrl-D', '\x04'],
  ['Ctrl-C', '\x03'],
  ['Enter alone', '\r'],
])('%s is no key, and ends the question', async (_what, typed) => {
  expect(await typing(typed)).toEqual({ key: null, shown: SHOWN });
});
