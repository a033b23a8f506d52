import { seededNumbers } from '../../../../question-bank/reader/seeded-numbers.ts';
import {
  added,
  type FirstAnswer,
  type Stat,
  tally,
} from '../../../../server/rounds/health/answers.ts';
import { type Judged, judgeAll, readingMs } from '../../../../server/rounds/health/health.ts';
import { knows, middleOf, type Past } from '../../../../server/rounds/health/strength.ts';
import { LEVELS, type Level } from '../../../../src/rules/levels.ts';

/** The fault planted in a question; the bank's level is right for `sound` and `wrong key` ones. */
export type Planted = 'sound' | 'wrong key' | 'other level' | 'unread';

export type Simulated = {
  id: string;
  question: string;
  planted: Planted;
  /** As the bank has it. */
  level: Level;
  /** The true level, and the true difficulty. */
  truly: Level;
  difficulty: number;
};

/** A player who does not know guesses one of four, or skips. */
const SKIPPED = 0.2;
const ROUND = 10;
const OPTIONS = 4;

/** Players of known strength, questions with planted faults, and their answers, night by night. */
export function simulation(seed: number, { players = 3000, each = 100 } = {}) {
  const next = seededNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const strengths = Array.from({ length: players }, normal);
  const questions = LEVELS.flatMap((level) =>
    Array.from({ length: each }, (_, index) => aQuestion(level, index, normal)),
  );
  const stats = new Map<string, Stat[]>();
  const pasts = new Map<number, Past>();
  const difficulties = new Map<string, number>();

  const answer = (playerId: number, one: Simulated): FirstAnswer => {
    const isKnown = next() < knows(strengths[playerId] ?? 0, one.difficulty);
    const isWrongKey = one.planted === 'wrong key';
    const isTried = isKnown || next() >= SKIPPED;
    const guess = Math.floor(next() * OPTIONS);
    // The first option is the key. If the key is wrong, players know the second.
    const chosen = isKnown ? Number(isWrongKey) : guess;
    const usual = one.planted === 'unread' ? 0.6 : 2.5;
    const ms = Math.round(readingMs(one.question) * usual * Math.exp(0.4 * normal()));
    const end = !isTried ? 'skipped' : chosen === 0 ? 'right' : 'wrong';
    return { playerId, questionId: one.id, level: one.level, end, ms };
  };

  /** This many answer each question once more, and the night's work is done. */
  const playNight = (answersEach: number) => {
    const answers = questions.flatMap((one) =>
      Array.from({ length: answersEach }, () => answer(Math.floor(next() * players), one)),
    );
    for (let from = 0; from < answers.length; from += ROUND * 500) {
      const night = answers.slice(from, from + ROUND * 500);
      const difficultyOf = (id: string, level: Level) => difficulties.get(id) ?? middleOf(level);
      const counted = tally(night, { pasts, difficultyOf });
      for (const stat of counted.stats) {
        const before = stats.get(stat.questionId) ?? [];
        const same = before.find(({ band }) => band === stat.band);
        const others = before.filter((one) => one !== same);
        stats.set(stat.questionId, [...others, same ? { ...stat, ...added(same, stat) } : stat]);
      }
      for (const [id, past] of counted.pasts) pasts.set(id, past);
    }
    return judgeNow();
  };

  const judgeNow = (): Map<string, Judged> => {
    const judged = judgeAll(
      questions.map((one) => ({ ...one, dealtAt: one.level, stats: stats.get(one.id) ?? [] })),
    );
    for (const { id, fit } of judged) difficulties.set(id, fit.difficulty);
    return new Map(judged.map((one) => [one.id, one]));
  };

  return { questions, playNight };
}

/** Of each hundred five with a wrong key, five of another level, two that need no reading. */
function aQuestion(level: Level, index: number, normal: () => number): Simulated {
  const place = index % 100;
  const planted: Planted =
    place < 5 ? 'wrong key' : place < 10 ? 'other level' : place < 12 ? 'unread' : 'sound';
  const others = LEVELS.filter((one) => one !== level);
  const truly = planted === 'other level' ? (others[place % 2] ?? level) : level;
  const most = planted === 'other level' ? 0.2 : 0.4;
  const off = Math.max(-most, Math.min(most, 0.2 * normal()));
  const difficulty = middleOf(truly) + off;
  const id = `${level}-${index}`;
  const question = `Which player is told of in the story number ${index} of the ${level} ones?`;
  return { id, question, planted, level, truly, difficulty };
}
