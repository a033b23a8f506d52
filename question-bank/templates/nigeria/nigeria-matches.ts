import { categoryOf, tournamentKey } from '../../generator/competitions.ts';
import { levelByYear } from '../../generator/seasons.ts';
import { pick } from '../../generator/seeded.ts';
import type { Facts } from '../../generator/tables.ts';
import { team } from '../../generator/teams.ts';
import { template } from '../../generator/template.ts';
import { andList } from '../../generator/wording.ts';
import type { Level } from '../../question.ts';
import { editionName, teamsAt } from '../nations/facts.ts';
import {
  isGroupMatch,
  matchesOf,
  type NigeriaMatch,
  nigeriaKey,
  nigeriaRow,
  nigeriaSubject,
  opponent,
  score,
} from './nigeria.ts';

const level = (row: { year: string }): Level => levelByYear(row.year, 2010, 1990);

/** Nigeria's result in words: "beat 3-0", "draw 1-1 with", "lose 2-1 to". */
function result(row: NigeriaMatch): string {
  const [own, other] = score(row);
  if (own === other) return `draw ${own}-${other} with`;
  return own > other ? `beat ${own}-${other}` : `lose ${other}-${own} to`;
}

/** The teams that Nigeria met at the tournament, then the tournament's other teams. */
function rivals(row: NigeriaMatch, facts: Facts): string[][] {
  return [matchesOf(facts, row).map(opponent), teamsAt(facts, row)].map((pool) =>
    pool.filter((one) => one !== 'Nigeria'),
  );
}

/**
 * Asks about group matches since 1990, because earlier ones are forgotten. `nigeriaOpponents` asks
 * about knockout matches.
 */
export const nigeriaRivals = template<NigeriaMatch>({
  id: 'n12-rival',
  share: 15,
  rows: (facts) =>
    facts.nigeria.filter(
      (row) =>
        isGroupMatch(row) &&
        row.year >= '1990' &&
        matchesOf(facts, row).filter((one) => result(one) === result(row)).length === 1,
    ),
  category: (row) => categoryOf(row.competition),
  level,
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Which team did Nigeria ${result(row)} at ${editionName(row)}?`,
    (row) => `At ${editionName(row)}, which team did Nigeria ${result(row)}?`,
  ],
  answer: opponent,
  wrong: rivals,
  fact: (row) => `Nigeria ${score(row).join('-')} ${team(opponent(row))} at ${editionName(row)}.`,
});

/** Nigeria's first match at any tournament. */
const isDebut = (row: NigeriaMatch): boolean => row.year === '1963';

/** The question names the debut by its score, because Nigeria lost it. */
const debut = (row: NigeriaMatch): string =>
  `Nigeria lost ${score(row).toReversed().join('-')} in their first ever AFCON match, in ${row.year}. To whom?`;

export const nigeriaOpeners = template<NigeriaMatch>({
  id: 'n12-first',
  share: 12,
  rows: (facts) =>
    facts.nigeria.filter(
      (row) => matchesOf(facts, row)[0]?.date === row.date && (row.year >= '1980' || isDebut(row)),
    ),
  category: (row) => categoryOf(row.competition),
  level,
  key: nigeriaKey,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) =>
      isDebut(row) ? debut(row) : `Who were Nigeria's first opponents at ${editionName(row)}?`,
    (row) =>
      isDebut(row)
        ? debut(row)
        : `Against which team did Nigeria play their first match at ${editionName(row)}?`,
  ],
  answer: opponent,
  wrong: rivals,
  fact: (row) =>
    `Nigeria's first match at ${editionName(row)} was against ${team(opponent(row))}, ${score(row).join('-')}.`,
});

type Group = NigeriaMatch & { opponents: string[] };

/**
 * Asks for a team that Nigeria met in its group. In 1976, which had two group stages, only the
 * first counts.
 */
export const nigeriaGroups = template<Group>({
  id: 'n12-group',
  share: 10,
  rows: (facts) =>
    facts.nigeria
      .filter((row) => row.stage === 'group' && matchesOf(facts, row)[0]?.date === row.date)
      .map((row) => ({
        ...row,
        opponents: matchesOf(facts, row)
          .filter((one) => one.stage === 'group')
          .map(opponent),
      })),
  category: (row) => categoryOf(row.competition),
  level,
  key: (row) => `${tournamentKey(row)} ${row.year}`,
  from: nigeriaRow,
  subject: nigeriaSubject,
  when: (row) => row.year,
  phrasings: [
    (row) => `Which of these teams was in Nigeria's group at ${editionName(row)}?`,
    (row) => `Which of these teams did Nigeria meet in the group stage of ${editionName(row)}?`,
  ],
  answer: (row) => pick(row.opponents, `n12-group ${nigeriaKey(row)}`),
  wrong: (row, facts) => [
    matchesOf(facts, row).map(opponent),
    teamsAt(facts, row).filter((one) => one !== 'Nigeria'),
  ],
  alsoRight: (row) => row.opponents,
  fact: (row) =>
    `Nigeria met ${andList(row.opponents.map(team))} in the group stage of ${editionName(row)}.`,
});
