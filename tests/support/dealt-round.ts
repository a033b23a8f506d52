import { questions } from './builders.ts';

/** `meta.round` of a medium round of the Premier League. */
export const issuedRound = {
  id: '3f1d2c7e-0000-4000-8000-000000000001',
  secret: 's'.repeat(43),
  issuedAt: '2026-11-21T11:00:00.000Z',
  expiresAt: '2026-11-22T11:00:00.000Z',
  deliverBy: '2026-11-25T11:00:00.000Z',
  categoryId: 'english-premier-league',
  terms: { level: 'medium', coinsPerQuestion: 15, pointsPerCorrect: 10, timerMs: 12_000 },
};

/** Questions as they come over the line. */
export const dealtQuestions = () =>
  questions().map(({ answer, ...question }) => ({ ...question, answers: answer as unknown }));
