import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser, premierLeague, questions } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

const dealt = questions().map(({ answer: right, ...question }) => ({ ...question, answer: right }));

/** The app as it is built for an API without our additions. */
beforeEach(async () => {
  vi.resetModules();
  const { env } = await import('../../../src/config/env.ts');
  env.hasAdditions = false;
  return () => {
    env.hasAdditions = true;
  };
});

async function startedRound() {
  const { keepPlayer } = await import('../../../src/session/session.ts');
  const { startRound } = await import('../../../src/start/start-round.ts');
  keepPlayer(aUser(), 'token-of-ada');
  const plays = answer('get', 'user/reduce-play', { data: null });
  answer('get', 'questions/english-premier-league', { data: dealt });
  const popularity = answer('put', 'categories/play/english-premier-league', { data: null });
  const { round } = await startRound({
    playerId: 'player-1',
    category: premierLeague,
    level: 'hard',
    highScore: 2001,
  });
  await vi.waitFor(() => expect(popularity).toHaveLength(1));
  return { plays, round };
}

describe('an API without our additions', () => {
  test('gets no idempotency key, and the app sets the terms by the rules', async () => {
    const { plays, round } = await startedRound();
    expect(plays[0]?.headers.get('Idempotency-Key')).toBeNull();
    expect(round.issued).toBeNull();
    expect(round.terms).toEqual({
      level: 'hard',
      coinsPerQuestion: 30,
      pointsPerCorrect: 10,
      timerMs: 15_000,
    });
  });

  test("gets points, coins and score with the player's own token", async () => {
    const { round } = await startedRound();
    const { resultEntry } = await import('../../../src/round/result-entry.ts');
    const { sendEntry } = await import('../../../src/outbox/send.ts');
    const { putEntry, readEntries } = await import('../../../src/outbox/store.ts');
    const { beginRound, stepRound } = await import('../../../src/rules/round.ts');
    const begun = beginRound(round.terms, round.questions, 1000);
    const state = stepRound(begun, { type: 'leave', at: 2000 });
    const entry = resultEntry(round, state, 2000);
    await putEntry(entry);
    const seen = answer('post', 'points', { data: { user: aUser() } });
    const sender = { playerId: 'player-1', token: 'token-of-ada' };
    expect(await sendEntry(entry, sender)).toMatchObject({ state: 'counted', awarded: null });
    expect(seen[0]?.body).toEqual({ points: 0, coins: 30, score: 0 });
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
    expect(await readEntries()).toEqual([]);
  });
});
