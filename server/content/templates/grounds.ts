import { categoryOf, sentence, withoutBrackets } from '../names.ts';
import type { Level } from '../question.ts';
import { hash } from '../seeded.ts';
import type { Facts } from '../tables.ts';
import { template } from '../template.ts';
import type { Club } from './clubs-of.ts';
import { clubKey, clubPools, echoes, known, leagueClubs } from './clubs-of.ts';

/** Grounds that a club has left or may leave, or whose name gives the club away. */
const GROUNDS_LEFT_OUT = [
  ...['Real Zaragoza', 'Brescia', 'Rayo Vallecano', 'Borussia Mönchengladbach', 'Holstein Kiel'],
  ...['RB Leipzig', 'Ajaccio', 'Bordeaux', 'Chievo', 'Reims', 'Nancy', 'Elche'],
];

function withGround(facts: Facts): Club[] {
  return facts.clubs.filter(
    (row) =>
      row.stadium !== '' && !GROUNDS_LEFT_OUT.includes(row.club) && !echoes(row.club, row.stadium),
  );
}

/** Half of the grounds are asked one way, half the other: never both of one club. */
const askedByGround = (row: Club): boolean => hash(`${clubKey(row)} ground`) % 2 === 0;

export const groundClubs = template<Club>({
  id: 't16-club',
  share: 14,
  rows: (facts) =>
    withGround(facts).filter(
      (row) =>
        askedByGround(row) &&
        leagueClubs(facts, row).filter((one) => one.stadium === row.stadium).length === 1,
    ),
  category: (row) => categoryOf(row.league),
  level: (row): Level => (known(row) ? 'easy' : 'medium'),
  key: clubKey,
  phrasings: [
    (row) => `Which club plays its home matches at ${theGround(withoutBrackets(row.stadium))}?`,
    (row) =>
      `${sentence(theGround(withoutBrackets(row.stadium)))} is the home ground of which club?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => clubPools(facts, row),
  fact: (row) => `${row.club} play at ${theGround(withoutBrackets(row.stadium))}.`,
});

export const clubGrounds = template<Club>({
  id: 't16-ground',
  share: 14,
  rows: (facts) => withGround(facts).filter((row) => !askedByGround(row)),
  category: (row) => categoryOf(row.league),
  level: (row): Level => (known(row) ? 'easy' : 'medium'),
  key: clubKey,
  phrasings: [
    (row) => `What is the home ground of ${row.club}?`,
    (row) => `At which stadium do ${row.club} play their home matches?`,
  ],
  answer: (row) => withoutBrackets(row.stadium),
  wrong: (row, facts) => {
    const all = leagueClubs(facts, row).filter(
      (one) => one.stadium !== '' && one.stadium !== row.stadium,
    );
    return [all.filter((one) => known(one) === known(row)), all].map((pool) =>
      pool.map((one) => withoutBrackets(one.stadium)),
    );
  },
  fact: (row) => `${row.club} play at ${theGround(withoutBrackets(row.stadium))}.`,
});

const NAMES_WITH_ARTICLE =
  /^(Emirates|Etihad|Amex|City Ground|Stadium of|London Stadium|King Power|Allianz|Volkswagen|Tottenham|Parc des|Stade|Stadio |Bay|Veltins|Gtech|Vitality|Riverside|Johan|Weser|Volkspark|Olympia|Waldst|Westf|Hill Dick|Groupama|MHP|RCDE|Metropolitano|Santiago|Camp Nou|Unipol|Gewiss|Mapei|Nuevo|Mewa|WWK|PreZero|Europa|Voith|Millerntor|Rhein|Ruhr|Ostsee|Wildpark|Fritz|Max-|Estadio|Coliseum|Roazhon|Benito|Ramón|Ennio|Luigi|Marcantonio|Carlo|Renzo|Pier|Mario|Giuseppe|Giovanni|Alberto|José|Martínez|Heliodoro|Ciutat|County|Schüco)/;

/** A ground as a sentence names it: "the Emirates Stadium", "Anfield". */
function theGround(name: string): string {
  return NAMES_WITH_ARTICLE.test(name) ? `the ${name}` : name;
}
