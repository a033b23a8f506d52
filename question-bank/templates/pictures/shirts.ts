import type { Picture } from '../../../src/contract/picture.ts';
import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import type { Facts } from '../../generator/tables.ts';
import { rowName } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import { isSponsored } from '../../rules/names.ts';
import type { Club } from '../clubs/clubs-of.ts';
import { clubKey, clubLevel, echoes, known, leagueClubs } from '../clubs/clubs-of.ts';
import { areAlike, inWords, kitOf, shareColour } from './kits.ts';

/** Clubs whose home shirt the table knows. */
const dressed = (facts: Facts): Club[] =>
  facts.clubs.filter((row) => kitOf(facts, row.club) !== undefined);

function shirt(row: Club, facts: Facts): Picture | undefined {
  const kit = kitOf(facts, row.club);
  return kit && { kind: 'shirt', kit };
}

/** Clubs of the same league whose shirts nobody takes for this one's, those as famous first. */
function others(facts: Facts, row: Club, isLike = areAlike): Club[][] {
  const own = kitOf(facts, row.club);
  const all = leagueClubs(facts, row).filter((one) => {
    const kit = kitOf(facts, one.club);
    return own && kit && !isLike(own, kit);
  });
  return [all.filter((one) => known(one) === known(row)), all];
}

const from = (row: Club): string => rowName('club_colours', row);

/** What is told of a club: its shirt, its ground and its nickname. */
function told(row: Club & { worn: string }): string {
  const hasName = row.stadium !== '' && !isSponsored(row.stadium);
  const ground = hasName ? ` at ${withoutBrackets(row.stadium)}` : '';
  const name = row.nickname === '' ? '' : ` Their nickname is ${withoutBrackets(row.nickname)}.`;
  return `At home${ground}, ${row.club} wear ${row.worn}.${name}`;
}

type Dressed = Club & { worn: string };

const rows = (facts: Facts): Dressed[] =>
  dressed(facts).flatMap((row) => {
    const kit = kitOf(facts, row.club);
    return kit === undefined ? [] : [{ ...row, worn: inWords(kit) }];
  });

const subject = (row: Club): string => `shirt ${row.club}`;

export const shirtClubs = template<Dressed>({
  id: 'q1',
  share: 10,
  rows,
  category: (row) => categoryOf(row.league),
  level: clubLevel,
  key: clubKey,
  from,
  subject,
  phrasings: [
    () => 'Whose home shirt is this?',
    () => 'Which of these clubs plays at home in this shirt?',
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => others(facts, row).map((pool) => pool.map((one) => one.club)),
  picture: shirt,
  fact: told,
});

export const shirtGrounds = template<Dressed>({
  id: 'q1-ground',
  share: 8,
  rows: (facts) =>
    rows(facts).filter((row) => known(row) && row.stadium !== '' && !row.stadium.includes('(')),
  category: (row) => categoryOf(row.league),
  level: clubLevel,
  key: clubKey,
  from,
  subject,
  phrasings: [
    () => 'At which of these grounds is this the home shirt?',
    () => 'Which of these grounds is home to the club in this shirt?',
  ],
  answer: (row) => row.stadium,
  wrong: (row, facts) =>
    others(facts, row).map((pool) => pool.map((one) => withoutBrackets(one.stadium))),
  picture: shirt,
  fact: told,
});

/** Nicknames of the shirts' own colours, and those that hold the club's name, ask nothing. */
const NO_NICKNAME = /^The (Reds|Whites|Blues|Lilywhites|Sky Blues|Latics)$|Roten|Wolves|Boro/;

export const shirtNicknames = template<Dressed>({
  id: 'q1-name',
  share: 8,
  rows: (facts) => rows(facts).filter(hasNickname),
  category: (row) => categoryOf(row.league),
  level: clubLevel,
  key: clubKey,
  from,
  subject,
  phrasings: [
    () => 'What is the nickname of the club in this home shirt?',
    () => 'Which nickname belongs to the club in this home shirt?',
  ],
  answer: (row) => withoutBrackets(row.nickname),
  wrong: (row, facts) =>
    others(facts, row, shareColour)
      .concat(others(facts, row))
      .map((pool) => pool.filter(hasNickname).map((one) => withoutBrackets(one.nickname))),
  picture: shirt,
  fact: told,
});

function hasNickname(row: Club): boolean {
  const name = withoutBrackets(row.nickname);
  return name !== '' && !NO_NICKNAME.test(name) && !echoes(row.club, name);
}
