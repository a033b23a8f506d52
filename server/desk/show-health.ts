import type { BankQuestion, QuestionBank } from '../../question-bank/reader/bank.ts';
import type { Db } from '../database/tables.ts';
import { medianMs } from '../rounds/health/fit.ts';
import { readStats } from '../rounds/health/judge-questions.ts';
import { UNKNOWN_BAND } from '../rounds/health/strength.ts';
import { added, noCounts, type Stat, shownOf, TIMES_MS } from '../rounds/health/tally.ts';
import { LEAST_ANSWERS, type Suspicion } from '../rounds/health/verdict.ts';

const SUSPICIONS: Readonly<Record<Suspicion, string>> = {
  key: 'the strong get it wrong, look at its key',
  fast: 'answered before it can be read',
};

/** What answers have told of questions by the last night, with their figures. */
export async function showHealth(db: Db, { questions }: QuestionBank): Promise<string[]> {
  const rows = await db.selectFrom('question_standings').selectAll().execute();
  const standings = new Map(rows.map((row) => [row.question_id, row]));
  const stats = await readStats(db);
  const known = questions.flatMap((question) => {
    const standing = standings.get(question.id);
    return standing ? [{ question, standing, stats: stats.get(question.id) ?? [] }] : [];
  });
  const suspects = known.flatMap(({ question, standing: { suspicion }, stats: own }) =>
    suspicion === null
      ? []
      : [`${question.id}: ${SUSPICIONS[suspicion]}`, ...asked(question), `  ${figures(own)}`],
  );
  const moved = known.flatMap(({ question, standing: { level, difficulty, error }, stats: own }) =>
    level === null || level === question.level
      ? []
      : [
          `${question.id}: ${question.level} in the bank, dealt as ${level} (difficulty ${difficulty.toFixed(2)} ± ${error.toFixed(2)})`,
          `  ${figures(own)}`,
        ],
  );
  const judged = known.filter(({ standing }) => standing.level !== null).length;
  const { level, key, fast } = LEAST_ANSWERS;
  return [
    `Dealt no more until you clear, correct or retire them: ${suspects.length / 3}`,
    ...suspects,
    '',
    `Dealt at another level than the bank has them at: ${moved.length / 2}`,
    ...moved,
    '',
    `${judged} of ${questions.length} questions have the answers that tell their level; the others have too few.`,
    `A level takes ${level} answers of players whose strength is known, a key ${key}, too fast ${fast}.`,
  ];
}

const asked = ({ question, answer }: BankQuestion): string[] => [`  ${question} ${answer}`];

function figures(stats: readonly Stat[]): string {
  const all = stats.reduce(added, noCounts());
  const shown = shownOf(all);
  const { weak, strong } = halvesOf(stats);
  return [
    `${percent(all.right, shown)} right of ${shown}`,
    `${percent(all.skipped, shown)} skipped`,
    `${percent(all.timedOut, shown)} ran out`,
    `answered right by the weak ${percent(weak.right, weak.right + weak.wrong)}, by the strong ${percent(strong.right, strong.right + strong.wrong)}`,
    `half within ${(medianMs(all, TIMES_MS) / 1000).toFixed(1)} s`,
  ].join(', ');
}

/** The answers of the weaker and of the stronger players, parted where the bands come nearest to half. */
function halvesOf(stats: readonly Stat[]) {
  const bands = stats
    .filter(({ band }) => band !== UNKNOWN_BAND)
    .toSorted((a, b) => a.band - b.band);
  const all = shownOf(bands.reduce(added, noCounts()));
  let before = 0;
  const isWeak = bands.map((band) => {
    const middle = before + shownOf(band) / 2;
    before += shownOf(band);
    return middle <= all / 2;
  });
  return {
    weak: bands.filter((_, index) => isWeak[index]).reduce(added, noCounts()),
    strong: bands.filter((_, index) => !isWeak[index]).reduce(added, noCounts()),
  };
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'nobody' : `${Math.round((100 * part) / whole)} %`;
