import { nearScores } from '../../generator/near.ts';
import { endYear, within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { isKnownInEurope, isTopClub } from '../shared/famous.ts';

type Match = Row<'ucl_big_matches'>;

const CATEGORY = 'uefa-champions-league';

/**
 * The name of a match's round. For a few matches the table has the name of the group or match day
 * instead.
 */
function roundOf(row: Match): string {
  if (row.round.startsWith('gruppe')) return 'group stage';
  if (row.round.startsWith('matchday')) return 'knockout play-offs';
  return row.round.replace(/(?<=quarter|semi)finals$/, '-finals');
}

const where = (row: Match): string => `the ${roundOf(row)} of the ${row.season} Champions League`;

const matchKey = (row: Match): string => `${row.season} ${row.home} ${row.away}`;
const matchRow = (row: Match): string => rowName('ucl_big_matches', row);
const matchSubject = (row: Match): string => `match ${matchKey(row)}`;
const isKnockout = (row: Match): boolean => !/group|league/.test(roundOf(row));

/**
 * The question names the round, because two clubs may meet twice at one ground: in the league phase
 * and later. Finals have a template of their own.
 */
export const bigScores = template<Match>({
  id: 'f10',
  share: 15,
  rows: (facts) => facts.ucl_big_matches.filter((row) => row.round !== 'final'),
  category: () => CATEGORY,
  level: (row): Level => (isKnockout(row) && row.season >= '2018' ? 'medium' : 'hard'),
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.season,
  phrasings: [
    (row) => `How did ${row.home} v ${row.away} end in ${where(row)}?`,
    (row) => `What was the score of ${row.home} v ${row.away} in ${where(row)}?`,
  ],
  answer: (row) => `${row.home_goals}-${row.away_goals}`,
  wrong: (row) => nearScores(Number(row.home_goals), Number(row.away_goals)).slice(0, 1),
  fact: (row) => `${row.home} ${row.home_goals}-${row.away_goals} ${row.away} in ${where(row)}.`,
});

type Win = Match & { winner: string; loser: string; score: string };

/** Big wins, without finals, which have templates of their own. */
function wins(facts: Facts): Win[] {
  return facts.ucl_big_matches.flatMap((row) => {
    const margin = Number(row.home_goals) - Number(row.away_goals);
    if (margin === 0 || row.round === 'final') return [];
    const [winner, loser] = margin > 0 ? [row.home, row.away] : [row.away, row.home];
    const high = Math.max(Number(row.home_goals), Number(row.away_goals));
    const low = Math.min(Number(row.home_goals), Number(row.away_goals));
    return [{ ...row, winner, loser, score: `${high}-${low}` }];
  });
}

/**
 * Easy if both clubs are famous and the match was a knockout or one club scored seven goals or
 * more. Easy too for the last knockouts of England's giants. Otherwise medium if the named club is
 * famous.
 */
function levelOf(row: Win, named: string): Level {
  const clubs = [row.winner, row.loser];
  const high = Math.max(Number(row.home_goals), Number(row.away_goals));
  if (clubs.every(isKnownInEurope) && (isKnockout(row) || high >= 7)) return 'easy';
  const isEnglish = clubs.some((club) => isTopClub('EPL', club));
  if (isKnockout(row) && isEnglish && endYear(row.season) >= 2024) return 'easy';
  return isKnownInEurope(named) ? 'medium' : 'hard';
}

export const europeanWins = template<Win>({
  id: 'f10-winner',
  share: 15,
  rows: wins,
  category: () => CATEGORY,
  level: (row) => levelOf(row, row.winner),
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which club beat ${row.loser} ${row.score} in the ${row.season} Champions League?`,
    (row) => `Who beat ${row.loser} ${row.score} in the ${row.season} Champions League?`,
  ],
  answer: (row) => row.winner,
  wrong: (row, facts) => {
    const season = wins(facts).filter((one) => one.season === row.season);
    const ties = facts.ucl_knockouts.filter((one) => one.season === row.season);
    return [[...season.map((one) => one.winner), ...ties.map((one) => one.winner)]];
  },
  alsoRight: (row, facts) =>
    wins(facts)
      .filter((one) => one.season === row.season && one.loser === row.loser)
      .map((one) => one.winner),
  fact: winFact,
});

export const europeanDefeats = template<Win>({
  id: 'f10-loser',
  share: 15,
  rows: wins,
  category: () => CATEGORY,
  level: (row) => (isKnownInEurope(row.loser) ? levelOf(row, row.loser) : 'medium'),
  key: matchKey,
  from: matchRow,
  subject: matchSubject,
  when: (row) => row.season,
  phrasings: [
    (row) => `Which club lost ${row.score} to ${row.winner} in the ${row.season} Champions League?`,
    (row) => `Who did ${row.winner} beat ${row.score} in the ${row.season} Champions League?`,
  ],
  answer: (row) => row.loser,
  wrong: (row, facts) => {
    // Among clubs that everybody knows, a club that few know would be conspicuous.
    const alike = wins(facts).filter(
      (one) => isKnownInEurope(row.loser) || !isKnownInEurope(one.loser),
    );
    return [0, 1, 3].map((span) =>
      alike.filter((one) => within(span, one.season, row.season)).map((one) => one.loser),
    );
  },
  // Another club may have lost to the winner by the same score, so no club that lost to the winner
  // is drawn.
  alsoRight: (row, facts) => [
    row.winner,
    ...wins(facts)
      .filter((one) => one.season === row.season && one.winner === row.winner)
      .map((one) => one.loser),
  ],
  fact: winFact,
});

function winFact(row: Win): string {
  return `${row.winner} beat ${row.loser} ${row.score} in ${where(row)}.`;
}
