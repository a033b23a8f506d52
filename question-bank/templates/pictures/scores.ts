import type { Picture } from '../../../src/contract/picture.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear } from '../../generator/seasons.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { type Template, template } from '../../generator/template.ts';
import { sentence } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { pictureFits } from '../../rules/pictures.ts';
import {
  type Final,
  finalistsAround,
  finalKey,
  finalName,
  finalRow,
  finalSubject,
  finalYear,
  isAfrican,
  isClubCup,
  realFinals,
  semiFinalists,
} from '../finals/finals.ts';
import { goalsInFinals } from '../finals/scorers.ts';
import { isKnownInEurope, isKnownTeam } from '../shared/famous.ts';
import { easier } from '../shared/levels.ts';
import { isFamousScorer } from './team-mates.ts';

/** How a final was decided, if not in ninety minutes. */
function note(row: Final): string | undefined {
  if (row.penalties !== '') return `${row.penalties} on penalties`;
  return row.after_extra_time === '1' ? 'After extra time' : undefined;
}

/** Short names of players whose last name alone would not be recognised. */
const SHORT: Readonly<Record<string, string>> = {
  'Amarildo Tavares da Silveira': 'Amarildo',
  'Carlos Alberto': 'Carlos Alberto',
  'Carlos Alberto Torres': 'Carlos Alberto',
  'Di Stéfano': 'Di Stéfano',
  'José Luis Brown': 'Brown',
  'Juan Alberto Schiaffino': 'Schiaffino',
  'Ole Gunnar Solskjær': 'Solskjær',
  'Vinícius Júnior': 'Vinícius',
  // Neither of these two names is a surname.
  'Girma Tekle': 'Girma Tekle',
  'Mengistu Worku': 'Mengistu Worku',
  'Osei Kofi': 'Osei Kofi',
};

/** A player's last name with its particle: "Del Piero", "van Persie". */
export const short = (name: string): string =>
  SHORT[name] ?? name.replace(/^\S+ (?=\S+$|(van|De|Del|Di) )/, '');

/** The scorers of both sides, if the table has each goal and none was an own goal. */
export function scorersOf(facts: Facts, row: Final): [string[], string[]] | undefined {
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

export function scoreLine(row: Final, sides: [string | null, string | null]) {
  const said = note(row);
  return {
    kind: 'score' as const,
    sides,
    goals: [Number(row.winner_goals), Number(row.runner_up_goals)] as [number, number],
    ...(said !== undefined && { note: said }),
  };
}

type Gap = Final & { missing: 'winner' | 'runner_up' };
type Side = Gap & { isRevealedByStar: boolean };

/**
 * False if nothing in the picture shows who the missing losers were. For old finals, the picture
 * must have the scorers.
 */
const identifiesLoser = (row: Gap, picture: Picture): boolean =>
  row.missing === 'winner' ||
  endYear(row.season) >= 1970 ||
  (picture.kind === 'score' && picture.scorers !== undefined);

function sidePicture(row: Gap, facts: Facts): Picture | undefined {
  const shown = (side: Gap['missing']) => (side === row.missing ? null : row[side]);
  const line = scoreLine(row, [shown('winner'), shown('runner_up')]);
  const scorers = scorersOf(facts, row);
  const whole: Picture = { ...line, ...(scorers && { scorers }) };
  const picture = pictureFits(whole) ? whole : line;
  return identifiesLoser(row, picture) ? picture : undefined;
}

const isKnownSide = (row: Final, side: string): boolean =>
  isClubCup(row) ? isKnownInEurope(side) : isKnownTeam(side);

/** The first year from which most fans remember a final between two known teams. */
const easyFrom = (row: Final): number => {
  if (isClubCup(row)) return 2005;
  return isAfrican(row) ? 2006 : 2002;
};

/**
 * A final between two known teams that most fans have seen is easy. An old final of unknown teams
 * is hard.
 */
export function finalLevel(row: Final, answer: string, since = easyFrom(row)): Level {
  const both = isKnownSide(row, row.winner) && isKnownSide(row, row.runner_up);
  const year = endYear(row.season);
  if (both && year >= since) return 'easy';
  // The winners of the first European Cups are still famous.
  if (isClubCup(row) && year <= 1960) return 'medium';
  return isKnownSide(row, answer) && year >= 1982 ? 'medium' : 'hard';
}

/** The level of the question. A star among the scorers in the picture gives his side away. */
function level(row: Side): Level {
  const ofFinal = finalLevel(row, row[row.missing]);
  return row.isRevealedByStar ? easier(ofFinal) : ofFinal;
}

function isRevealedByStar(facts: Facts, row: Gap): boolean {
  const picture = sidePicture(row, facts);
  const isDrawn = picture?.kind === 'score' && picture.scorers !== undefined;
  const goals = goalsInFinals(facts, row).filter(
    (one) => one.team === row[row.missing] && endYear(one.season) === endYear(row.season),
  );
  return isDrawn && goals.some(({ player }) => isFamousScorer(facts, player));
}

const side = (missing: Gap['missing']): Omit<Template<Side>, 'id'> => ({
  share: 8,
  rows: (facts) =>
    realFinals(facts)
      .map((row) => ({ ...row, missing }))
      .map((row) => ({ ...row, isRevealedByStar: isRevealedByStar(facts, row) })),
  category: (row) => categoryOf(row.competition),
  level,
  key: finalKey,
  from: finalRow,
  subject: finalSubject,
  when: finalYear,
  phrasings: [
    // This text takes one line next to the picture. The card already shows the cup.
    (row) => `${finalYear(row)} final: who is missing?`,
    (row) => `Who ${missing === 'winner' ? 'won' : 'lost'} the ${finalYear(row)} final?`,
  ],
  answer: (row) => row[missing],
  wrong: (row, facts) => {
    const finalists = finalistsAround(facts, row, 8);
    if (level(row) !== 'hard') return [semiFinalists(facts, row), finalists];
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
