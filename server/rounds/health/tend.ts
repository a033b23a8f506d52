import type { Services } from '../../services.ts';
import { countAnswers } from './count-answers.ts';
import { judgeQuestions } from './judge-questions.ts';

/** Counts new answers, judges the questions by them once a night, and deals by that from then on. */
export async function tendQuestions(
  { db, bank, standings, now }: Pick<Services, 'db' | 'bank' | 'standings' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  await countAnswers(db, now(), signal);
  if (signal.aborted) return;
  await judgeQuestions(db, bank.questions, now());
  await standings.refresh();
}
