import type { Picture } from '../../../src/contract/picture.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear, within } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { type Template, template } from '../../generator/template.ts';
import { andList, sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { pictureFits } from '../../rules/pictures.ts';
import type { FinalGoals } from '../finals/final-goals-of.ts';
import { clubForwards, finalGoals, goalsInFinals } from '../finals/final-goals-of.ts';
import type { Final } from '../finals/finals-of.ts';
import {
  finalistsAround,
  finalKey,
  finalName,
  finalRow,
  finalSubject,
  finalYear,
  isClubCup,
  realFinals,
  semiFinalists,
} from '../finals/finals-of.ts';
import { isKnownInEurope, isKnownTeam } from '../shared/famous.ts';
import { teamMates } from './team-mates.ts';

/** How it was decided, where not in ninety minutes. */
function note(row: Final): string | undefined {
  if (row.penalties !== '') return `${row.penalties} on penalties`;
  return row.after_extra_time === '1' ? 'After extra time' : undefined;
}

/** What players are called whose last name alone would not be known. */
const SHORT: Readonly<Record<string, string>> = {
  'Amarildo Tavares da Silveira': 'Amarildo',
  'Carlos Alberto': 'Carlos Alberto',
  'Carlos Alberto Torres': 'Carlos Alberto',
  'Di Stéfano': 'Di Stéfano',
  'José Luis Brown': 'Brown',
  'Juan Alberto Schiaffino': 'Schiaffino',
  'Ole Gunnar Solskjær': 'Solskjær',
  'Vinícius Júnior': 'Vinícius',
  // Of these two names neither is a surname.
  'Girma Tekle': 'Girma Tekle',
  'Mengistu Worku': 'Mengistu Worku',
  'Osei Kofi': 'Osei Kofi',
};

/** "Del Piero", "van Persie": the last name, with what belongs to it. */
const short = (name: string): string =>
  SHORT[name] ?? name.replace(/^\S+ (?=\S+$|(van|De|Del|Di) )/, '');

/** Who scored for both sides, where the table knows each goal and none was an own goal. */
function scorersOf(facts: Facts, row: Final): [string[], string[]] | undefined {
  const goals = goalsInFinals(facts, row).filter(
    (one) => endYear(one.season) === endYear(row.season),
  );
  if (goals.length !== Number(row.winner_goals) + Number(row.runner_up_goals)) return undefined;
  const of = (side: string): string[] =>
    [
      ...Map.groupBy(
        goals.filter((one) => one.team === side),
        (one) => one.player,
      ),
    ].map(([player, { length }]) => short(player) + (length > 1 ? ` ${length}` : ''));
  const [first, second] = [of(row.winner), of(row.runner_up)];
  const isFull = first.length > 5 || second.length > 5;
  return isFull || goals.length === 0 ? undefined : [first, second];
}

function scoreLine(row: Final, sides: [string | null, string | null]) {
  const said = note(row);
  return {
    kind: 'score' as const,
    sides,
    goals: [Number(row.winner_goals), Number(row.runner_up_goals)] as [number, number],
    ...(said !== undefined && { note: said }),
  };
}

type Side = Final & { missing: 'winner' | 'runner_up' };

/** The losers of old are told by who scored: a bare score says nothing of them. */
const isToldBy = (row: Side, picture: Picture): boolean =>
  row.missing === 'winner' ||
  endYear(row.season) >= 1970 ||
  (picture.kind === 'score' && picture.scorers !== undefined);

function sidePicture(row: Side, facts: Facts): Picture | undefined {
  const shown = (side: Side['missing']) => (side === row.missing ? null : row[side]);
  const line = scoreLine(row, [shown('winner'), shown('runner_up')]);
  const scorers = scorersOf(facts, row);
  const whole: Picture = { ...line, ...(scorers && { scorers }) };
  const picture = pictureFits(whole) ? whole : line;
  return isToldBy(row, picture) ? picture : undefined;
}

const isKnownSide = (row: Final, side: string): boolean =>
  isClubCup(row) ? isKnownInEurope(side) : isKnownTeam(side);

/** Two known teams in a final that most have seen are easy; unknown ones of old times are hard. */
function level(row: Final, answer: string): Level {
  const both = isKnownSide(row, row.winner) && isKnownSide(row, row.runner_up);
  const year = endYear(row.season);
  if (both && year >= 2002) return 'easy';
  // Who won the first European Cups is told to this day.
  if (isClubCup(row) && year <= 1958) return 'medium';
  return isKnownSide(row, answer) && year >= 1982 ? 'medium' : 'hard';
}

const side = (missing: Side['missing']): Omit<Template<Side>, 'id'> => ({
  share: 8,
  rows: (facts) => realFinals(facts).map((row) => ({ ...row, missing })),
  category: (row) => categoryOf(row.competition),
  level: (row) => level(row, row[missing]),
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
  phrasings: [
    // One line beside the picture: the card says which cup.
    (row) => `${finalYear(row)} final: who is missing?`,
    (row) => `Who ${missing === 'winner' ? 'won' : 'lost'} the ${finalYear(row)} final?`,
  ],
  answer: (row) => row[missing],
  wrong: (row, facts) => {
    const finalists = finalistsAround(facts, row, 8);
    if (level(row, row[missing]) !== 'hard') return [semiFinalists(facts, row), finalists];
    const others = finalists.filter((one) => one !== row.winner && one !== row.runner_up);
    return new Set(others).size < 2 ? [] : [others, semiFinalists(facts, row)];
  },
  alsoRight: (row) => [row.winner, row.runner_up],
  picture: sidePicture,
  fact: (row) =>
    `${sentence(team(row.winner))} beat ${team(row.runner_up)} in ${finalName(row)} in ${row.city}.`,
});

export const scoreWinners = template<Side>({
  id: 'q5',
  ...side('winner'),
});

export const scoreLosers = template<Side>({
  id: 'q5-lost',
  ...side('runner_up'),
});

const scorer = (row: FinalGoals): string =>
  pick(row.scorers, `q5-scorer ${finalKey(row.final)} ${row.team}`);

/** The score with one name missing among those who scored. */
function scorerPicture(row: FinalGoals, facts: Facts): Picture | undefined {
  const scorers = scorersOf(facts, row.final);
  if (scorers === undefined) return undefined;
  const gone = short(scorer(row));
  const blank = (names: string[]) => names.map((name) => (name === gone ? null : name));
  const gaps = scorers.map(blank) as [(string | null)[], (string | null)[]];
  if (gaps.flat().filter((name) => name === null).length !== 1) return undefined;
  return { ...scoreLine(row.final, [row.final.winner, row.final.runner_up]), scorers: gaps };
}

export const scoreScorers = template<FinalGoals>({
  id: 'q5-scorer',
  share: 8,
  rows: finalGoals,
  category: (row) => categoryOf(row.final.competition),
  level: (row) => level(row.final, row.team),
  key: (row) => `${finalKey(row.final)} ${row.team}`,
  from: (row) => finalRow(row.final),
  subject: (row) => finalSubject(row.final),
  when: (row) => finalYear(row.final),
  phrasings: [
    (row) => `${finalYear(row.final)} final: who scored here?`,
    (row) => `${finalYear(row.final)} final: which scorer is it?`,
  ],
  answer: scorer,
  wrong: (row, facts) => {
    const mates = teamMates(facts, row);
    // Against players of other teams the answer would be known by its shirt.
    if (new Set(mates.flat()).size < 2) return [];
    if (isClubCup(row.final)) return [...mates, ...clubForwards(facts, row)];
    const near = goalsInFinals(facts, row.final).filter((one) =>
      within(12, one.season, row.final.season),
    );
    return [
      ...mates,
      near.filter((one) => one.team === row.team).map((one) => one.player),
      near.map((one) => one.player),
    ];
  },
  alsoRight: (row, facts) =>
    goalsInFinals(facts, row.final)
      .filter((one) => endYear(one.season) === endYear(row.final.season))
      .map((one) => one.player),
  picture: scorerPicture,
  fact: (row) =>
    `${andList(row.scorers)} scored for ${team(row.team)} in ${finalName(row.final)}, played in ${row.final.city}.`,
});
