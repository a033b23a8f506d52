import { nearScores } from '../../generator/near.ts';
import { endYear } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { type Template, template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';

type Tie = Row<'ucl_knockouts'>;
type SemiFinals = { season: string; teams: string[]; beaten: Tie };

const CATEGORY = 'uefa-champions-league';

function tiesOf(facts: Facts, row: { season: string }): Tie[] {
  return facts.ucl_knockouts.filter((one) => one.season === row.season);
}

/** The clubs of the same round, then all clubs of the season's ties. */
function clubsOf(row: Tie, facts: Facts): string[][] {
  const all = tiesOf(facts, row);
  return [all.filter((one) => one.round === row.round), all].map((ties) =>
    ties.flatMap((one) => [one.winner, one.loser]),
  );
}

const isSemi = (row: Tie): boolean => row.round === 'semi-final';
const tieKey = (row: Tie): string => `${row.season} ${row.loser}`;
const tieRow = (row: Tie): string => rowName('ucl_knockouts', row);
const tieSubject = (row: Tie): string => `tie ${tieKey(row)}`;

/** The season in which quarter-finals and semi-finals were single matches. */
const SINGLE_MATCHES = '2019-20';

/**
 * The fact of a tie: "Chelsea beat Real Madrid 3-1 on aggregate". A level tie was decided in
 * another way.
 */
function tieFact(row: Tie): string {
  const [first, second] = goals(row);
  const aggregate = row.season === SINGLE_MATCHES ? '' : ' on aggregate';
  const score =
    first === second ? `after ${row.aggregate} on aggregate` : `${row.aggregate}${aggregate}`;
  return `${row.winner} knocked out ${row.loser} ${score} in the ${row.round}s of the ${row.season} Champions League.`;
}

/** Fans remember semi-finals well, but quarter-finals only of the last seasons. */
const tieLevel = (row: Tie): Level =>
  isSemi(row) || endYear(row.season) >= 2023 ? 'easy' : 'medium';

/** Fields that all questions about a tie share. */
const ofTie = {
  category: () => CATEGORY,
  key: tieKey,
  from: tieRow,
  subject: tieSubject,
  when: (row) => row.season,
  fact: tieFact,
} satisfies Partial<Template<Tie>>;

export const knockedOut = template<Tie>({
  id: 'f8-out',
  share: 15,
  ...ofTie,
  rows: (facts) => facts.ucl_knockouts,
  level: tieLevel,
  phrasings: [
    (row) => `Who knocked ${row.loser} out of the Champions League ${row.round}s in ${row.season}?`,
    (row) => `Which club beat ${row.loser} in the ${row.season} Champions League ${row.round}s?`,
  ],
  answer: (row) => row.winner,
  wrong: clubsOf,
  alsoRight: (row) => [row.loser],
});

export const beatenInTies = template<Tie>({
  id: 'f8-beat',
  share: 15,
  ...ofTie,
  rows: (facts) => facts.ucl_knockouts,
  level: tieLevel,
  phrasings: [
    (row) => `Who did ${row.winner} beat in the ${row.season} Champions League ${row.round}s?`,
    (row) =>
      `Which club lost to ${row.winner} in the ${row.season} Champions League ${row.round}s?`,
  ],
  answer: (row) => row.loser,
  wrong: clubsOf,
  alsoRight: (row) => [row.winner],
});

export const aggregates = template<Tie>({
  id: 'f9',
  share: 15,
  ...ofTie,
  rows: (facts) =>
    facts.ucl_knockouts.filter(
      (row) => goals(row)[0] !== goals(row)[1] && row.season !== SINGLE_MATCHES,
    ),
  level: (row): Level => (isSemi(row) && endYear(row.season) >= 2022 ? 'medium' : 'hard'),
  phrasings: [
    (row) =>
      `By what aggregate did ${row.winner} beat ${row.loser} in the ${row.season} Champions League?`,
    (row) =>
      `${row.season} Champions League, ${row.winner} v ${row.loser}: what was the aggregate score?`,
  ],
  answer: (row) => row.aggregate,
  wrong: (row) => nearScores(...goals(row)).slice(0, 1),
});

function goals(row: Tie): [number, number] {
  const [first, second] = row.aggregate.split('-').map(Number);
  return [first ?? 0, second ?? 0];
}

/** Each lost quarter-final with the four teams that reached the semi-finals. */
function quarterFinalsLost(facts: Facts): SemiFinals[] {
  return facts.ucl_knockouts
    .filter((row) => !isSemi(row))
    .map((beaten) => ({
      season: beaten.season,
      teams: tiesOf(facts, beaten)
        .filter(isSemi)
        .flatMap((one) => [one.winner, one.loser]),
      beaten,
    }));
}

export const quarterFinalLosers = template<SemiFinals>({
  id: 'f8-quarter',
  share: 8,
  rows: (facts) =>
    quarterFinalsLost(facts).filter(
      (row, index, all) => all.findIndex((one) => one.season === row.season) === index,
    ),
  category: () => CATEGORY,
  level: (row): Level => (endYear(row.season) >= 2021 ? 'easy' : 'medium'),
  key: (row) => row.season,
  from: (row) => tieRow(row.beaten),
  subject: (row) => tieSubject(row.beaten),
  when: (row) => row.season,
  phrasings: [
    (row) => `Which of these clubs lost in the ${row.season} Champions League quarter-finals?`,
    (row) => `Which of these clubs did not reach the ${row.season} Champions League semi-finals?`,
  ],
  answer: (row) => row.beaten.loser,
  wrong: (row) => [row.teams],
  fact: (row) =>
    `${row.beaten.loser} lost in the ${row.season} quarter-finals, to ${row.beaten.winner}.`,
});
