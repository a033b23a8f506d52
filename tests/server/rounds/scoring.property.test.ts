// @module-tag once
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { termsOf } from '../../../server/rounds/terms.ts';
import {
  type PointsSubmission,
  pointsSubmissionSchema,
  questionSchema,
} from '../../../src/contract/points.ts';
import { resultEntry } from '../../../src/round/result-entry.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { type RoundState, scoreTranscript, transcriptFault } from '../../../src/rules/round.ts';
import { anyActions, anyPlay, playToTheEnd } from '../../src/rules/played-round.ts';
import { aRound } from '../../support/builders.ts';
import { newKey, testServer } from '../../support/server.ts';

const server = testServer();

const overTheWire = <Value>(value: Value): unknown => JSON.parse(JSON.stringify(value));

/** The phone's outbox entry for a round that it has played. */
function submissionOf(state: RoundState, roundId: string): PointsSubmission {
  const questions = state.questions.map((question) => v.parse(questionSchema, asDealt(question)));
  const round = aRound({ issued: { id: roundId, secret: 's'.repeat(43) } });
  return resultEntry(round, { ...state, questions }, 0).submission;
}

const asDealt = ({ id, options, answer }: RoundState['questions'][number]) =>
  overTheWire({ id, question: 'Who?', options, answers: answer, level: 'easy', fact: 'He did.' });

test('the server scores any transcript that a round makes as the phone did', () => {
  const property = fc.property(anyPlay, (given) => {
    const { state } = playToTheEnd(given);
    const { round, ...onPhone } = v.parse(
      pointsSubmissionSchema,
      overTheWire(submissionOf(state, 'round-1')),
    );
    const rows = round?.transcript ?? [];
    expect(rows).toEqual(state.rows);
    expect(transcriptFault(given.questions, rows)).toBeNull();
    const { level, coinsPerQuestion, pointsPerCorrect, timerMs } = given.terms;
    const terms = termsOf({
      level,
      coins_per_question: coinsPerQuestion,
      points_per_correct: pointsPerCorrect,
      timer_ms: timerMs,
    });
    const { points, coins, right } = scoreTranscript(terms, given.questions, rows);
    expect(onPhone).toEqual({ points, coins, score: right });
  });
  fc.assert(property, { seed: 20_261_121, numRuns: 1000 });
});

test('the running server awards the points that the phone has shown', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...LEVELS),
    anyActions,
    async (level, actions) => {
      const player = await server().veteran();
      const { round, questions } = await player.openRound(level);
      const { state } = playToTheEnd({ terms: round.terms, questions, actions });
      const submission = submissionOf(state, round.id);
      server().clock.at += 600_000;
      const reply = await player.post('/points', submission, { key: newKey() });
      const { points, coins } = submission;
      expect(reply.body.data).toMatchObject({ awarded: { points, coins } });
      const stored = await server()
        .db.selectFrom('rounds')
        .select(['flags', 'transcript', 'result'])
        .where('id', '=', round.id)
        .executeTakeFirstOrThrow();
      expect(stored.flags).not.toContain('claim-differs');
      expect(stored.transcript).toEqual(state.rows);
      expect(stored.result).toEqual(scoreTranscript(round.terms, questions, state.rows));
    },
  );
  await fc.assert(property, { seed: 20_261_121, numRuns: 25 });
});
