import { loadBank } from '../../../question-bank/reader/load-bank.ts';

type Asked = { question: string; options: readonly string[] };

/** All answers of the bank, by text and options: no route gives one away before it is judged. */
let answers: Map<string, string> | undefined;

const keyOf = ({ question, options }: Asked) => JSON.stringify([question, options.toSorted()]);

/** The right answer to a question with these options, in whatever order. Throws where the bank has none. */
export function rightAnswer(asked: Asked): string {
  answers ??= new Map(loadBank().questions.map((one) => [keyOf(one), one.answer]));
  const answer = answers.get(keyOf(asked));
  if (answer === undefined) throw new Error(`The bank does not ask: ${asked.question}`);
  return answer;
}
