import type { Content } from '../content.ts';
import { inPlay, readContent, writeOwn } from '../content.ts';
import { balancePositions } from '../generate.ts';
import { brokenAlone, brokenTogether } from '../proof.ts';
import type { Question } from '../question.ts';
import { readRows } from '../rows.ts';
import type { Outcome } from './outcome.ts';
import { count } from './outcome.ts';

/** Takes an operator's questions in: all of the file, or nothing when one row is bad. */
export function importFile(folder: URL, file: string): Outcome {
  const content = readContent(folder);
  const { problems, questions } = judge(file, content);
  if (problems.length > 0) return refused(problems, 'nothing was imported');
  const known = new Map(inPlay(content).map((one) => [one.id, one]));
  const different = questions.filter((one) => !isSame(known.get(one.id), one));
  if (different.length === 0) return { lines: ['Every row is in the bank already.'] };
  const ids = new Set(different.map(({ id }) => id));
  const own = [...content.own.filter(({ id }) => !ids.has(id)), ...different];
  writeOwn(
    folder,
    balancePositions(own).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const corrected = different.filter(({ id }) => known.has(id)).length;
  return {
    lines: [
      `${count(different.length - corrected, 'question')} added, ${corrected} corrected, ${questions.length - different.length} in the bank already.`,
      'A server deals them from its next start on.',
    ],
  };
}

/** Says what importing the file would say, and changes nothing. */
export function checkFile(folder: URL, file: string): Outcome {
  const { problems, questions } = judge(file, readContent(folder));
  if (problems.length > 0) return refused(problems, 'the file cannot be imported');
  return { lines: [`${file}: ${count(questions.length, 'question')}, every rule holds.`] };
}

function refused(problems: readonly string[], end: string): Outcome {
  return { lines: [...problems, `${count(problems.length, 'problem')}: ${end}.`], failed: true };
}

/** The questions of a file, and each problem with its line, the bank's own questions considered. */
function judge(file: string, content: Content): { problems: string[]; questions: Question[] } {
  const rows = readRows(file);
  const problems = rows.flatMap(({ line, problems: found = [] }) =>
    found.map((says) => ({ line, says })),
  );
  const read = rows.flatMap(({ line, question }) =>
    question === undefined ? [] : [{ line, question }],
  );
  const retired = new Set(content.retired.map(({ id }) => id));
  for (const { line, question } of read) {
    const broken = brokenAlone(question, content.unsafe).map(({ rule }) => rule);
    const back = retired.has(question.id)
      ? [`${question.id} is retired: leave the id empty, and a new one is given`]
      : [];
    problems.push(...[...broken, ...back].map((says) => ({ line, says })));
  }
  problems.push(...askedTwice(read, content));
  const inOrder = problems.toSorted((a, b) => a.line - b.line);
  return {
    problems: inOrder.map(({ line, says }) => `line ${line}: ${says}`),
    questions: read.map(({ question }) => question),
  };
}

type Read = { line: number; question: Question };

/** Rows that repeat an id of the file, or ask what the bank or an earlier row asks. */
function askedTwice(read: readonly Read[], content: Content): { line: number; says: string }[] {
  const ids = new Set(read.map(({ question }) => question.id));
  const others = inPlay(content).filter(({ id }) => !ids.has(id));
  const lines = new Map(read.map(({ line, question }) => [question.id, line]));
  return brokenTogether([...others, ...read.map(({ question }) => question)]).flatMap(
    ({ id, rule }) => {
      const line = lines.get(id);
      return line === undefined ? [] : [{ line, says: `${id}: ${rule}` }];
    },
  );
}

/** True for the same question; the order of its options says nothing. */
function isSame(one: Question | undefined, other: Question): boolean {
  if (one === undefined) return false;
  const plain = ({ options, ...rest }: Question): string =>
    JSON.stringify(Object.entries({ ...rest, options: options.toSorted() }).toSorted());
  return plain(one) === plain(other);
}
