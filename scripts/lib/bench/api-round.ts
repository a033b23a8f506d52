import type { RoundTerms } from '../../../src/rules/round.ts';
import { scoreTranscript, type TranscriptRow } from '../../../src/rules/round.ts';

type Question = { id: string; options: string[]; answer: string };

/** A round as its questions came. */
export type OpenRound = { id: string; terms: RoundTerms; questions: Question[] };

/** Reads the reply that opened a round. */
export function openedBy(body: unknown): OpenRound {
  const { data, meta } = body as {
    data: { id: string; options: string[]; answers: string }[];
    meta: { round: { id: string; terms: RoundTerms } };
  };
  const questions = data.map(({ id, options, answers }) => ({ id, options, answer: answers }));
  return { id: meta.round.id, terms: meta.round.terms, questions };
}

/** What a phone sends of a round that was played well: seven of ten right, some late. */
export function submissionOf({ id, terms, questions }: OpenRound, next: () => number) {
  const transcript = questions.map(({ id: questionId, options, answer }): TranscriptRow => {
    const draw = next();
    if (draw < 0.05) return { questionId, choice: null, ms: terms.timerMs, end: 'timeout' };
    const choice = draw < 0.75 ? answer : (options[Math.floor(next() * options.length)] ?? answer);
    return { questionId, choice, ms: 500 + Math.floor(next() * 600), end: 'answered' };
  });
  const { points, coins, right } = scoreTranscript(terms, questions, transcript);
  return { points, coins, score: right, round: { id, transcript } };
}
