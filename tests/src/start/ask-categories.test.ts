import { expect, test } from 'vitest';
import { askCategories, askCategoriesAhead } from '../../../src/start/ask-categories.ts';
import { aUser, premierLeague } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';
import { signIn } from '../../support/render.tsx';

const ask = async () => (await askCategories(new AbortController().signal)).data;
const OPEN = { data: [premierLeague] };

test('the dashboard has the competitions of the call that was made during the check, once', async () => {
  const seen = answer('get', 'categories', OPEN);
  askCategoriesAhead('of the sign-in');
  signIn(aUser());
  expect(await ask()).toEqual([premierLeague]);
  expect(seen.map(({ headers }) => headers.get('Authorization'))).toEqual([
    'Bearer of the sign-in',
  ]);
  await ask();
  expect(seen).toHaveLength(2);
});

test.each([
  ['got no answer', 'no answer'],
  ['was refused', { status: 401, code: 'session/required' }],
] as const)('the dashboard asks itself where that call %s', async (_what, failure) => {
  const seen = answer('get', 'categories', failure, OPEN);
  askCategoriesAhead('of the sign-in');
  signIn(aUser());
  expect(await ask()).toEqual([premierLeague]);
  expect(seen).toHaveLength(2);
});
