import { inPlay, readContent } from '../content.ts';
import { brokenIn, tooFew } from '../proof.ts';
import type { Outcome } from './outcome.ts';
import { count } from './outcome.ts';
import { countLines, dueBy } from './stats.ts';

/** Proves every rule on the bank; given the fact tables, also that its questions are what they give. */
export async function checkBank(
  folder: URL,
  { facts, today }: { facts?: string; today: string },
): Promise<Outcome> {
  const content = readContent(folder);
  const questions = inPlay(content);
  const broken = [...brokenIn(content), ...tooFew(questions)].map(
    ({ id, rule }) => `${id}: ${rule}`,
  );
  const different = facts === undefined ? [] : await differencesTo(folder, facts);
  if (broken.length > 0 || different.length > 0) {
    const end = `${count(broken.length, 'broken rule')}, ${count(different.length, 'difference')}.`;
    return { lines: [...broken, ...different, end], failed: true };
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

/** Templates are read only when they are needed: a broken one keeps no wrong question in play. */
async function differencesTo(folder: URL, facts: string): Promise<string[]> {
  const { differences } = await import('./generate.ts');
  return differences(folder, facts);
}
