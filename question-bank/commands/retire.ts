import { QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { inPlay, readContent } from '../reader/content.ts';
import { writeRetired } from '../writer/write.ts';
import type { Outcome } from './outcome.ts';

/** Takes a question out of play for good. Rounds that already have the question still count. */
export function retire(folder: URL, id: string, { on, why }: { on: string; why: string }): Outcome {
  const content = readContent(folder);
  if (content.retired.some((one) => one.id === id)) {
    return { lines: [`${id} is retired already.`] };
  }
  const questions = inPlay(content);
  const question = questions.find((one) => one.id === id);
  if (question === undefined)
    throw new Error(`no question in play has the id ${id}: look it up in an export`);
  const { category, level } = question;
  const left =
    questions.filter((one) => one.category === category && one.level === level).length - 1;
  if (left < QUESTIONS_PER_ROUND) {
    throw new Error(
      `${category}, ${level} would be left with ${left} questions, too few for a round`,
    );
  }
  writeRetired(folder, [...content.retired, { id, on, why }]);
  return {
    lines: [
      `${id} is retired: "${question.question}"`,
      `${category}, ${level} has ${left} questions left. A server stops dealing it at its next start.`,
    ],
  };
}
