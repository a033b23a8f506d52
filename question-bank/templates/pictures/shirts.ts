import type { Kit, Picture } from '../../../src/contract/picture.ts';
import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import { endYear } from '../../generator/seasons.ts';
import { shuffled } from '../../generator/seeded.ts';
import { type Facts, rowName } from '../../generator/tables.ts';
import { type Template, template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import { isSponsored } from '../../rules/names.ts';
import { type Club, clubKey, clubLevel, echoes, known, leagueClubs } from '../clubs/clubs.ts';
import { harder } from '../shared/levels.ts';
import { areAlike, inWords, kitOf, shareColour } from './kits.ts';

/** Clubs whose home shirt is in the table. */
const dressed = (facts: Facts): Club[] =>
  facts.clubs.filter((row) => kitOf(facts, row.club) !== undefined);

function shirt(row: Club, facts: Facts): Picture | undefined {
  const kit = kitOf(facts, row.club);
  return kit && { kind: 'shirt', kit };
}

/** The clubs of the league whose shirts pass `isMeant` when compared with this club's shirt. */
function clubsWith(facts: Facts, row: Club, isMeant: (own: Kit, other: Kit) => boolean): Club[] {
  const own = kitOf(facts, row.club);
  return leagueClubs(facts, row).filter((one) => {
    const kit = kitOf(facts, one.club);
    return own && kit && isMeant(own, kit);
  });
}

const isUnlike = (own: Kit, other: Kit): boolean => !areAlike(own, other);

/**
 * Clubs whose shirts cannot be confused with this club's, the equally famous first. At most two of
 * them have the same shirt.
 */
function others(facts: Facts, row: Club, isMeant = isUnlike): Club[][] {
  const isAsKnown = (one: Club): boolean => known(one) === known(row);
  const all = shuffled(clubsWith(facts, row, isMeant), row.club, ({ club }) => club);
  const inOrder = [...all.filter(isAsKnown), ...all.filter((one) => !isAsKnown(one))];
  const byShirt = Map.groupBy(inOrder, ({ club }) => kitOf(facts, club)?.join());
  const few = [...byShirt.values()].flatMap((clubs) => clubs.slice(0, 2));
  return [few.filter(isAsKnown), few];
}

/** Clubs with a shirt like this club's. Their answers may be right for the picture too. */
const alike = (facts: Facts, row: Club): Club[] => clubsWith(facts, row, areAlike);

const from = (row: Club): string => rowName('club_colours', row);

/** The fact: a club's shirt, its ground and its nickname. */
function factOf(row: Club & { worn: string }): string {
  const hasName = row.stadium !== '' && !isSponsored(row.stadium);
  const ground = hasName ? ` at ${withoutBrackets(row.stadium)}` : '';
  const name = row.nickname === '' ? '' : ` Their nickname is ${withoutBrackets(row.nickname)}.`;
  return `At home${ground}, ${row.club} wear ${row.worn}.${name}`;
}

type Dressed = Club & { worn: string; isCommon: boolean };

const rows = (facts: Facts): Dressed[] =>
  dressed(facts).flatMap((row) => {
    const kit = kitOf(facts, row.club);
    if (kit === undefined) return [];
    const wearers = clubsWith(facts, row, (own, other) => own.join() === other.join());
    const isCommon = kit[0] === 'plain' && wearers.length > 2;
    return [{ ...row, worn: inWords(kit), isCommon }];
  });

/** A plain shirt that several clubs wear identifies no club, so a question about it is not easy. */
function level(row: Dressed): Level {
  const ofClub = clubLevel(row);
  return row.isCommon && ofClub === 'easy' ? 'medium' : ofClub;
}

const subject = (row: Club): string => `shirt ${row.club}`;

/** Fields that all questions about a shirt share. */
const ofShirt = {
  category: (row) => categoryOf(row.league),
  key: clubKey,
  from,
  subject,
  picture: shirt,
  fact: factOf,
} satisfies Partial<Template<Dressed>>;

export const shirtClubs = template<Dressed>({
  id: 'q1',
  share: 10,
  ...ofShirt,
  rows,
  level,
  phrasings: [
    () => 'Whose home shirt is this?',
    () => 'Which of these clubs plays at home in this shirt?',
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => others(facts, row).map((pool) => pool.map((one) => one.club)),
});

/** Grounds abroad that are as well known as their clubs. */
const FAMOUS_GROUNDS = [
  ...['Camp Nou', 'Santiago Bernabéu', 'Metropolitano', 'Parc des Princes', 'Westfalenstadion'],
  ...['Stadio Olimpico', 'Stadio Diego Armando Maradona', 'Allianz Arena'],
];

function groundLevel(row: Dressed): Level {
  const isFamous = row.league === 'EPL' || FAMOUS_GROUNDS.includes(row.stadium);
  return isFamous ? level(row) : harder(level(row));
}

export const shirtGrounds = template<Dressed>({
  id: 'q1-ground',
  share: 8,
  ...ofShirt,
  rows: (facts) =>
    rows(facts).filter((row) => known(row) && hasGround(row) && !row.stadium.includes('(')),
  level: groundLevel,
  phrasings: [
    () => 'At which of these grounds is this the home shirt?',
    () => 'Which of these grounds is home to the club in this shirt?',
  ],
  answer: (row) => row.stadium,
  wrong: (row, facts) => others(facts, row).map((pool) => pool.filter(hasGround).map(groundOf)),
  alsoRight: (row, facts) => alike(facts, row).filter(hasGround).map(groundOf),
});

const groundOf = (row: Club): string => withoutBrackets(row.stadium);

/** Clubs whose ground has two names in use. */
const TWO_NAMES = ['Brighton & Hove Albion', 'Bournemouth', 'Heidenheim'];

/**
 * True for a club with a ground to ask about. The ground's name must not have the club's name in
 * it.
 */
const hasGround = (row: Club): boolean =>
  row.stadium !== '' && !TWO_NAMES.includes(row.club) && !echoes(row.club, groundOf(row));

/**
 * Nicknames of clubs abroad that English commentators use too. Fewer fans know the other nicknames.
 */
const SPOKEN = ['Los Blancos', 'Blaugrana', 'Rossoneri', 'Nerazzurri', 'The Flying Donkeys'];

/** Clubs abroad whose nickname half of the fans know anyway. */
const HEARD_OF = ['Juventus', 'Atlético Madrid'];

function nicknameLevel(row: Dressed): Level {
  if (row.league === 'EPL' || SPOKEN.includes(nicknameOf(row))) return level(row);
  return HEARD_OF.includes(row.club) ? 'medium' : 'hard';
}

const nicknameOf = (row: Club): string => withoutBrackets(row.nickname);

/** Nicknames that say the shirt's colours or the club's name, and so are not worth asking for. */
const NO_NICKNAME = /^The (Reds|Whites|Blues|Lilywhites|Sky Blues|Latics)$|Roten|Wolves|Boro/;

/** Nicknames that the shirt alone reveals, in any language. */
const REVEALED_BY_SHIRT = new RegExp(
  [
    '^The (Yellow Submarine|Hoops|Clarets|Canaries|Tigers|Bluebirds)$|Canaris|Verts|Violets|Grenats',
    'Sang et Or|Celestes|Rojillos|Verdiblancos|Azulones|Zebr|Grün-Weißen|Königsblauen|Rothosen',
    'Schwarzgelben|Rosanero|Neroverdi|Rossoblù|Giallorossi|La Viola|Biancocelesti',
  ].join('|'),
);

/** True for a nickname that is plausible only with a shirt of its colour. */
const namesColour = (row: Club): boolean =>
  REVEALED_BY_SHIRT.test(row.nickname) ||
  /Red Devils|Blancos|Blaugrana|Rossoneri|Nerazzurri/.test(row.nickname);

/** True for a club that played in its league since 2005, or whose shirt is not common. */
const isRemembered = (facts: Facts, { club, league, isCommon }: Dressed): boolean =>
  !isCommon ||
  facts.season_tables.some(
    (row) => row.team === club && row.league === league && endYear(row.season) >= 2005,
  );

export const shirtNicknames = template<Dressed>({
  id: 'q1-name',
  share: 8,
  ...ofShirt,
  rows: (facts) =>
    rows(facts).filter(
      (row) =>
        hasNickname(row) && !REVEALED_BY_SHIRT.test(row.nickname) && isRemembered(facts, row),
    ),
  level: nicknameLevel,
  phrasings: [
    () => 'What is the nickname of the club in this home shirt?',
    () => 'Which nickname belongs to the club in this home shirt?',
  ],
  answer: nicknameOf,
  wrong: (row, facts) => {
    const clubs = others(facts, row).map((pool) => pool.filter(hasNickname));
    const sharing = clubsWith(facts, row, shareColour);
    const inColour = clubs.map((pool) =>
      pool.filter((one) => namesColour(one) && sharing.includes(one)),
    );
    const plain = clubs.map((pool) => pool.filter((one) => !namesColour(one)));
    return [...plain, ...inColour].map((pool) => pool.map(nicknameOf));
  },
  alsoRight: (row, facts) => alike(facts, row).filter(hasNickname).map(nicknameOf),
});

function hasNickname(row: Club): boolean {
  const name = nicknameOf(row);
  return name !== '' && !NO_NICKNAME.test(name) && !echoes(row.club, name);
}
