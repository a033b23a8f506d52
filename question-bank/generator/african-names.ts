import { scorersOf } from '../templates/nations/facts.ts';
import { oncePerFacts } from './once-per-facts.ts';
import type { Facts } from './tables.ts';

/** African names that are in no table. */
const OTHER_NAMES = [
  ...['Africa', 'African', 'Africans', 'AFCON', 'Super Eagle', 'Super Eagles', 'Zaire'],
  ...['Nigerian', 'Nigerians', 'Ghanaian', 'Ghanaians', 'Ivorian', 'Ivorians', 'Cameroonian'],
  ...['Senegalese', 'Egyptian', 'Egyptians', 'Moroccan', 'Moroccans', 'Algerian', 'Algerians'],
  ...['Tunisian', 'Tunisians', 'Malian', 'Guinean', 'Togolese', 'Congolese', 'Zambian', 'Gabonese'],
  ...['Liberian', 'Kenyan', 'Zimbabwean', 'Gambian', 'Angolan', 'Burkinabe', 'Mozambican'],
];

/** Players known by a single name that nobody else in football has. */
const ONE_NAMES = [
  ...['Okocha', 'Kanu', 'Yakubu', 'Yekini', 'Amunike', 'Osimhen', 'Gervinho', 'Geremi', 'Mido'],
  ...["Eto'o", 'Drogba', 'Salah', 'Aubameyang', 'Mahrez'],
];

/** The names that show that a question is about Africa, sorted: countries, peoples and players. */
export function africanNames(facts: Facts): string[] {
  const countries = africanCountries(facts);
  const players = playersOf(facts)
    // Names of one word are left out, because they may be somebody else's name or an ordinary word.
    .filter(([player, country]) => countries.has(country) && player.includes(' '))
    .map(([player]) => player);
  return [...new Set([...OTHER_NAMES, ...ONE_NAMES, ...countries, ...players])].toSorted();
}

/** The African countries in the tables. */
export const africanCountries = oncePerFacts(
  (facts): ReadonlySet<string> =>
    new Set([
      ...facts.national_team_nicknames
        .filter(({ africa }) => africa === '1')
        .map(({ team }) => team),
      ...facts.afcon_matches.flatMap(({ home, away }) => [home, away]),
    ]),
);

/** The players of the tables, each with a country. */
function playersOf(facts: Facts): (readonly [player: string, country: string])[] {
  const { world_cup_matches, afcon_matches, nigeria } = facts;
  const { tournament_goalscorers, all_time_scorers, hat_tricks, afcon_awards } = facts;
  return [
    ...facts.famous_players.map(({ player, country }) => [player, country] as const),
    ...facts.league_top_scorers.map(({ player, nationality }) => [player, nationality] as const),
    ...[tournament_goalscorers, all_time_scorers, hat_tricks, afcon_awards]
      .flat()
      .map(({ player, team }) => [player, team] as const),
    ...[world_cup_matches, afcon_matches, nigeria]
      .flat()
      .flatMap((match) => [
        ...scorersOf(match.home_scorers).map((player) => [player, match.home] as const),
        ...scorersOf(match.away_scorers).map((player) => [player, match.away] as const),
      ]),
    ...facts.line_ups.flatMap(({ team, players }) =>
      players.split('|').map((player) => [player.replace(/\*.*/, ''), team] as const),
    ),
  ];
}
