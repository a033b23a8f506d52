import { expect, test } from 'vitest';
import { finishRound } from '../../../src/round/finish.ts';
import { forgetPractice, keepMissed, missedPlaceOf, practices } from '../../../src/round/missed.ts';
import type { Missed } from '../../../src/rules/practice.ts';
import type { RoundState, TranscriptRow } from '../../../src/rules/round.ts';
import { aRound, NOON } from '../../support/builders.ts';

const row = (number: number, parts: Partial<TranscriptRow> = {}): TranscriptRow => ({
  questionId: `question-${number}`,
  choice: `Right ${number}`,
  ms: 2000,
  end: 'answered',
  ...parts,
});

function state(rows: TranscriptRow[]): RoundState {
  const { terms, questions } = aRound();
  return { terms, questions, rows, shownAt: NOON, steppedAt: NOON, left: false };
}

const kept = async () => (await practices.read(missedPlaceOf('player-1'))) as Missed[] | undefined;

test('a game that is over leaves what was wrong, skipped or timed out, and nothing that was right', async () => {
  const rows = [
    row(1),
    row(2, { choice: 'Wrong 2' }),
    row(3, { choice: null, end: 'skipped' }),
    row(4, { choice: null, end: 'timeout' }),
  ];
  await finishRound(aRound(), state(rows), NOON);
  expect(await kept()).toMatchObject([
    { question: { id: 'question-2', category: 'English Premier League' }, said: 'Wrong 2' },
    { question: { id: 'question-3', answer: 'Right 3' }, said: null },
    { question: { id: 'question-4' }, said: null, on: '2026-11-21' },
  ]);
});

test('at most a hundred wait, the newest of them', async () => {
  const rows = Array.from({ length: 10 }, (_, index) => row(index + 1, { choice: 'Third' }));
  for (let day = 0; day < 11; day += 1) {
    await keepMissed(aRound(), state(rows), NOON + day * 86_400_000);
  }
  const all = (await kept()) ?? [];
  expect(all).toHaveLength(100);
  expect(all[0]?.on).toBe('2026-11-22');
  expect(all.at(-1)?.on).toBe('2026-12-01');
});

test('forgetting it leaves nothing of anybody', async () => {
  const rows = [row(1, { choice: 'Third' })];
  await keepMissed(aRound(), state(rows), NOON);
  await keepMissed(aRound({ playerId: 'player-2' }), state(rows), NOON);
  await forgetPractice();
  expect(await practices.readAll()).toEqual({ all: [], isWhole: true });
});
