import { expect, onTestFinished, test, vi } from 'vitest';
import { isNetworkError } from '../../../src/lib/errors.ts';
import { readAttempt } from '../../../src/round/store.ts';
import { keepPlayer } from '../../../src/session/session.ts';
import { startRound } from '../../../src/start/start-round.ts';
import { aUser, premierLeague } from '../../support/builders.ts';
import { dealtQuestions, issuedRound } from '../../support/dealt-round.ts';
import { answer } from '../../support/fake-api.ts';

const REQUEST = {
  playerId: 'player-1',
  category: premierLeague,
  level: 'medium',
  highScore: 0,
} as const;
const shirt = { kind: 'shirt', kit: ['plain', 'D3122E'] };

test('a round whose pictures nothing can read yet is not begun, and dealt again to the next try', async () => {
  keepPlayer(aUser(), 'token-of-ada');
  const [first, ...rest] = dealtQuestions();
  const data = [{ ...first, picture: shirt }, ...rest];
  const seen = answer('get', 'questions/english-premier-league', {
    data,
    meta: { round: issuedRound },
  });
  answer('put', 'categories/play/english-premier-league', { data: null });
  vi.doMock('../../../src/contract/picture.ts', () => {
    throw new Error('the line is gone');
  });
  onTestFinished(() => vi.doUnmock('../../../src/contract/picture.ts'));
  await expect(startRound(REQUEST)).rejects.toSatisfy(isNetworkError);
  expect(await readAttempt('player-1')).toMatchObject({ isAsked: true });

  vi.doUnmock('../../../src/contract/picture.ts');
  const { round } = await startRound(REQUEST);
  expect(round.questions[0]?.picture).toEqual(shirt);
  const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).not.toBeNull();
  expect(keys[1]).toBe(keys[0]);
});
