import { withoutBrackets } from '../../generator/cells.ts';
import { categoryOf } from '../../generator/competitions.ts';
import type { Facts } from '../../generator/tables.ts';
import { template } from '../../generator/template.ts';
import type { Level } from '../../question.ts';
import type { Club } from './clubs-of.ts';
import { clubFrom, clubKey, clubPools, echoes, known, leagueClubs } from './clubs-of.ts';

/** Other clubs of the league known by the same name, or with that name in theirs. */
const NICKNAME_SHARED: Readonly<Record<string, readonly string[]>> = {
  'The Reds': ['Nottingham Forest', 'Manchester United', 'Arsenal', 'Barnsley'],
  'The Whites': ['Fulham', 'Tottenham Hotspur', 'Bolton Wanderers'],
  'The Lilywhites': ['Fulham', 'Leeds United'],
  'The Sky Blues': ['Manchester City'],
  'The Robins': ['Charlton Athletic'],
  Zebrette: ['Juventus'],
  Blaugrana: ['Levante', 'Eibar'],
  'Los Blancos': ['Sevilla', 'Valencia'],
  'Los Verdiblancos': ['Racing Santander'],
  Rossoblù: ['Genoa', 'Cagliari'],
  Nerazzurri: ['Atalanta'],
  Giallorossi: ['Lecce'],
  Gialloblù: ['Parma', 'Chievo'],
  'Die Grün-Weißen': ['Wolfsburg', 'Greuther Fürth', 'Borussia Mönchengladbach'],
  'Les Rouge et Noir': ['Nice', 'Guingamp'],
};

/** Nicknames that two clubs of the league go by, or that hold the club's own name. */
const LEFT_OUT = ['Wolves', 'Boro', 'Die Roten', 'The Blues', 'The Latics', 'Les Monégasques'];

/** Colours that many clubs wear: no wrong option, and no answer where the club is named. */
const COLOURS = ['The Reds', 'The Whites', 'The Lilywhites', 'The Sky Blues', 'Die Roten'];

/** Clubs abroad whose nicknames a fan of the league knows. */
const FAMILIAR = new Set([
  ...['Real Madrid', 'Barcelona', 'Atlético Madrid', 'Villarreal', 'Juventus', 'Inter Milan'],
  ...['AC Milan', 'Roma'],
]);

const nickname = (row: Club): string => withoutBrackets(row.nickname);

function nicknamed(facts: Facts): Club[] {
  return facts.clubs.filter(
    (row) =>
      row.nickname !== '' &&
      !LEFT_OUT.includes(nickname(row)) &&
      !echoes(row.club, nickname(row)) &&
      !echoes(row.city, nickname(row)),
  );
}

function levelOf(row: Club, isUnderstood: boolean): Level {
  if (row.league === 'EPL') return known(row) ? 'easy' : 'medium';
  if (FAMILIAR.has(row.club)) return 'easy';
  return known(row) && isUnderstood ? 'medium' : 'hard';
}

/** What the nickname means, where the table tells it of a club abroad. */
const meaning = (row: Club): string =>
  row.league === 'EPL' ? '' : (/\((The .*|Old Lady)\)/.exec(row.nickname)?.[1] ?? '');

/** Spanish is read by many who watch La Liga; German, Italian and French are not. */
const isPlain = (row: Club): boolean => row.league === 'LaLiga' || row.nickname.startsWith('The ');

const inFull = (row: Club): string =>
  meaning(row) === '' ? `"${nickname(row)}"` : `"${nickname(row)}" (${meaning(row)})`;

const subject = (row: Club): string => `nickname ${clubKey(row)}`;

export const clubNicknames = template<Club>({
  id: 't17',
  share: 15,
  rows: nicknamed,
  category: (row) => categoryOf(row.league),
  level: (row) => levelOf(row, isPlain(row) || meaning(row) !== ''),
  key: clubKey,
  from: clubFrom,
  subject,
  phrasings: [
    (row) => `Which club is nicknamed ${inFull(row)}?`,
    (row) => `Which of these clubs is known as ${inFull(row)}?`,
  ],
  answer: (row) => row.club,
  wrong: (row, facts) => clubPools(facts, row),
  alsoRight: (row, facts) => [
    ...(NICKNAME_SHARED[nickname(row)] ?? []),
    ...leagueClubs(facts, row)
      .filter((one) => nickname(one) === nickname(row))
      .map((one) => one.club),
  ],
  fact: (row) => `${row.club} are nicknamed ${row.nickname}.`,
});

export const nicknamesOfClubs = template<Club>({
  id: 't17-name',
  share: 12,
  rows: (facts) => nicknamed(facts).filter((row) => !COLOURS.includes(nickname(row))),
  category: (row) => categoryOf(row.league),
  level: (row) => levelOf(row, isPlain(row)),
  key: clubKey,
  from: clubFrom,
  subject,
  phrasings: [
    (row) => `What is the nickname of ${row.club}?`,
    (row) => `By which nickname are ${row.club} known?`,
  ],
  answer: nickname,
  wrong: (row, facts) => {
    const all = nicknamed(facts).filter(
      (one) => one.league === row.league && !COLOURS.includes(nickname(one)),
    );
    return [all.filter((one) => known(one) === known(row)), all].map((pool) => pool.map(nickname));
  },
  alsoRight: (row) =>
    Object.entries(NICKNAME_SHARED)
      .filter(([, clubs]) => clubs.includes(row.club))
      .map(([name]) => name),
  fact: (row) => `${row.club} are nicknamed ${row.nickname}.`,
});
