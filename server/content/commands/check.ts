import { inPlay, readContent } from '../content.ts';
import { brokenIn } from '../proof.ts';
import { driftLines } from './generate.ts';
import type { Outcome } from './outcome.ts';
import { count } from './outcome.ts';
import { countLines, dueBy } from './stats.ts';

/** Proves every rule on the bank; given the fact tables, also that it is what they give. */
export function checkBank(
  folder: URL,
  { facts, today }: { facts?: string; today: string },
): Outcome {
  const content = readContent(folder);
  const questions = inPlay(content);
  const drift = facts === undefined ? [] : driftLines(folder, facts);
  const broken = [...brokenIn(content).map(({ id, rule }) => `${id}: ${rule}`), ...drift];
  if (broken.length > 0) {
    return { lines: [...broken, `${count(broken.length, 'rule')} broken.`], failed: true };
  }
  const due = dueBy(questions, today);
  return {
    lines: [
      ...countLines(questions),
      `${count(questions.length, 'question')}: every rule holds${facts === undefined ? '' : ', and the tables give the same'}.`,
      ...(due > 0
        ? [`${count(due, 'question')} past the review date: see that they still hold.`]
        : []),
    ],
  };
}
