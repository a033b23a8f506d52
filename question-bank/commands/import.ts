import { createHash } from 'node:crypto';
import { type NewQuestion, type ReadRow, readRows } from '../files/rows.ts';
import { balancePositions } from '../generator/balance-positions.ts';
import { unsafeIn } from '../generator/unsafe-rows.ts';
import { CATEGORY_IDS, type Question } from '../question.ts';
import { type Content, inPlay, readContent } from '../reader/content.ts';
import { brokenAlone, misspelt, repeatsIn } from '../rules/bank-rules.ts';
import { slug } from '../text/fold.ts';
import { writeOwn } from '../writer/write.ts';
import { count, type Outcome } from './outcome.ts';

/** Imports an operator's questions from a file. If one row is bad, nothing is imported. */
export function importFile(folder: URL, file: string): Outcome {
  const content = readContent(folder);
  const { problems, questions } = judge(file, content, unsafeIn(folder));
  if (problems.length > 0) return refused(problems, 'nothing was imported');
  const known = new Map(inPlay(content).map((one) => [one.id, one]));
  const different = questions.filter((one) => !isSame(known.get(one.id), one));
  if (different.length === 0) return { lines: ['Every row is in the bank already.'] };
  writeOwn(folder, withOwn(content, different));
  const corrected = different.filter(({ id }) => known.has(id));
  const moved = corrected.filter((one) => placeOf(one) !== placeOf(known.get(one.id)));
  return {
    lines: [
      ...moved.map(
        (one) => `${one.id} moves from ${placeOf(known.get(one.id))} to ${placeOf(one)}.`,
      ),
      `${count(different.length - corrected.length, 'question')} added, ${corrected.length} corrected, ${questions.length - different.length} in the bank already.`,
      'A server deals them from its next start on.',
    ],
  };
}

/** Reports what an import of the file would report, and changes nothing. */
export function checkFile(folder: URL, file: string): Outcome {
  const { problems, questions } = judge(file, readContent(folder), unsafeIn(folder));
  if (problems.length > 0) return refused(problems, 'the file cannot be imported');
  return { lines: [`${file}: ${count(questions.length, 'question')}, every rule holds.`] };
}

const placeOf = (one: Question | undefined): string => `${one?.category}, ${one?.level}`;

function refused(problems: readonly string[], end: string): Outcome {
  return { lines: [...problems, `${count(problems.length, 'problem')}: ${end}.`], failed: true };
}

/**
 * Adds these questions to the operator's own, and balances the positions of the answers in each
 * category.
 */
function withOwn(content: Content, different: readonly Question[]): Question[] {
  const ids = new Set(different.map(({ id }) => id));
  const all = [...content.own.filter(({ id }) => !ids.has(id)), ...different].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  return CATEGORY_IDS.flatMap((category) =>
    balancePositions(all.filter((one) => one.category === category)),
  );
}

type Read = { line: number; question: Question };
type Problem = { line: number; says: string };

/**
 * The questions of a file, and each problem with its line. The questions are checked together with
 * those of the bank.
 */
function judge(
  file: string,
  content: Content,
  unsafe: ReadonlySet<string>,
): { problems: string[]; questions: Question[] } {
  const rows = readRows(file);
  const retired = new Set(content.retired.map(({ id }) => id));
  const read = rows.flatMap(({ line, question }) =>
    question === undefined ? [] : [{ line, question: withId(question, retired) }],
  );
  const problems: Problem[] = [
    ...rows.flatMap(({ line, problems: found = [] }) => found.map((says) => ({ line, says }))),
    ...read.flatMap(({ line, question }) =>
      brokenAlone(question, unsafe).map(({ rule }) => ({ line, says: rule })),
    ),
    ...read
      .filter(({ question }) => retired.has(question.id))
      .map(({ line, question }) => ({
        line,
        says: `${question.id} is retired: leave the id empty, and a new one is given`,
      })),
    ...asCorrections(rows, content, retired),
    ...askedTwice(read, content),
    ...inOtherLetters(read, content),
  ];
  return {
    problems: problems
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, says }) => `line ${line}: ${says}`),
    questions: read.map(({ question }) => question),
  };
}

/**
 * Rows without an id that ask the same as one of the operator's own questions but are not equal to
 * it.
 */
function asCorrections(
  rows: readonly ReadRow[],
  content: Content,
  retired: ReadonlySet<string>,
): Problem[] {
  const own = new Map(content.own.map((one) => [one.id, one]));
  return rows.flatMap(({ line, question }) => {
    if (question === undefined || question.id) return [];
    const made = withId(question, retired);
    const earlier = own.get(made.id);
    if (earlier === undefined || isSame(earlier, made)) return [];
    return [{ line, says: `it asks the same as ${made.id}: give that id to correct it` }];
  });
}

/** The same question gets the same id, so that a file imported twice changes nothing. */
function withId({ id, ...question }: NewQuestion, retired: ReadonlySet<string>): Question {
  if (id !== undefined && id !== '') return { id, ...question };
  const text = `${question.category} ${slug(question.question)}`;
  const made = `own-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  let free = made;
  for (let turn = 2; retired.has(free); turn += 1) free = `${made}-${turn}`;
  return { id: free, ...question };
}

/** Names that the bank or an earlier row spells differently. */
function inOtherLetters(read: readonly Read[], content: Content): Problem[] {
  const lineOf = new Map(read.map(({ line, question }) => [question, line]));
  return misspelt([...othersThan(read, content), ...lineOf.keys()]).flatMap(
    ({ question, says }) => {
      const line = lineOf.get(question);
      return line === undefined ? [] : [{ line, says: `it ${says}` }];
    },
  );
}

/** The questions in play, without those that the file corrects. */
function othersThan(read: readonly Read[], content: Content): Question[] {
  const ids = new Set(read.map(({ question }) => question.id));
  return inPlay(content).filter(({ id }) => !ids.has(id));
}

/**
 * Rows that repeat an id of the file, or ask the same as a question of the bank or an earlier row.
 */
function askedTwice(read: readonly Read[], content: Content): Problem[] {
  const lineOf = new Map(read.map(({ line, question }) => [question, line]));
  return repeatsIn([...othersThan(read, content), ...lineOf.keys()]).flatMap(
    ({ question, earlier, says }) => {
      const line = lineOf.get(question);
      if (line === undefined) return [];
      const where = lineOf.has(earlier)
        ? `line ${lineOf.get(earlier)}`
        : `${earlier.id} "${earlier.question}"`;
      return [{ line, says: `it ${says} ${where}` }];
    },
  );
}

/** True if both are the same question, whatever the order of their options. */
function isSame(one: Question | undefined, other: Question): boolean {
  if (one === undefined) return false;
  const plain = ({ options, ...rest }: Question): string =>
    JSON.stringify(Object.entries({ ...rest, options: options.toSorted() }).toSorted());
  return plain(one) === plain(other);
}
