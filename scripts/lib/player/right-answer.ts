import { loadBank } from '../../../question-bank/reader/load-bank.ts';

type Asked = { question: string; options: readonly string[] };

/**
 * All answers, by text and options. They are read from the bank, because no endpoint tells an answer before
 * it is judged.
 */
let answers: Map<string, string> | undefined;

const keyOf = ({ question, options }: Asked) => JSON.stringify([question, options.toSorted()]);

/**
 * Finds the right answer to a question. The order of its options does not matter. Throws if the bank does not
 * have the question.
 */
export function rightAnswer(asked: Asked): string {
  answers ??= new Map(loadBank().questions.map((one) => [keyOf(one), one.answer]));
  const answer = answers.get(keyOf(asked));
  if (answer === undefined) throw new Error(`The bank does not ask: ${asked.question}`);
  return answer;
}
