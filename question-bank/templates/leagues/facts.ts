import { isLeague, leagueName } from '../../generator/competitions.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import { isTainted, levelByYear, NEVER_EASY, within } from '../../generator/seasons.ts';
import { type Facts, type Row, rowName } from '../../generator/tables.ts';
import { isUnsafeTitle } from '../../generator/unsafe-rows.ts';
import type { Level } from '../../question.ts';

export type Place = Row<'season_tables'>;

export const placeKey = (row: Place): string => `${row.league} ${row.season} ${row.team}`;
export const placeFrom = (row: Place): string => rowName('season_tables', row);

const seasonOf = (row: { league: string; season: string }): string => `${row.league} ${row.season}`;
const tablesBySeason = oncePerFacts((facts) => Map.groupBy(facts.season_tables, seasonOf));

/** The final table of a season. */
export function tableOf(facts: Facts, row: { league: string; season: string }): readonly Place[] {
  return tablesBySeason(facts).get(seasonOf(row)) ?? [];
}

export function teamsPlaced(table: readonly Place[], from: number, to: number): string[] {
  return table
    .filter((one) => Number(one.pos) >= from && Number(one.pos) <= to)
    .map((one) => one.team);
}

/** Places that no deduction, tie or missing match makes doubtful. */
export function safePlaces(facts: Facts): Place[] {
  return facts.season_tables.filter(
    (row) => row.safe === '1' && !isTainted(row.league, row.season),
  );
}

export type Title = Row<'league_champions'>;

/** Notes on first-place rows that warn about a season's totals. */
const WARNS_OF_TOTALS = /not verified|not final/;

/** Seasons with an undisputed champion. */
export function titles(facts: Facts): Title[] {
  return facts.league_champions.filter((row) => row.champion !== '' && !isUnsafeTitle(row));
}

/** The titles whose points and goals are certain. */
export function counted(facts: Facts): Title[] {
  return titles(facts).filter((row) => row.points !== '' && !WARNS_OF_TOTALS.test(row.note));
}

export const titleKey = (row: { league: string; season: string }): string =>
  `${row.league} ${row.season}`;

/**
 * The subject that questions about a season's champion, runner-up, manager and points share,
 * because each helps with the others.
 */
export const titleSubject = (row: { league: string; season: string }): string =>
  `title ${titleKey(row)}`;

export const leagueOf = (row: { league: string; season: string }): string =>
  leagueName(row.league, row.season);

/**
 * The champions and runners-up of the seasons within `span` years that also played in the row's
 * season.
 */
export function championsAround(
  facts: Facts,
  row: { league: string; season: string },
  span: number,
): string[] {
  const there = tableOf(facts, row).map((one) => one.team);
  return titles(facts)
    .filter((one) => one.league === row.league && within(span, one.season, row.season))
    .flatMap((one) => [one.champion, one.runner_up])
    .filter((club) => club !== '' && (there.length === 0 || there.includes(club)));
}

/**
 * The level of a small club's success. It can be easy only in England, because the other leagues
 * are watched for their big clubs.
 */
export function smallClubLevel(
  row: { league: string; season: string },
  easyFrom: number,
  mediumFrom: number,
): Level {
  return levelByYear(row.season, row.league === 'EPL' ? easyFrom : NEVER_EASY, mediumFrom);
}

export type Honours = Row<'club_titles'>;

/** The season up to which titles are counted. */
export const UP_TO = '2025-26';

/**
 * Italian clubs with a title from before 1929-30 or a title that was awarded later. Sources count
 * such titles differently.
 */
export const TOTAL_DIFFERS = ['Juventus', 'Inter Milan', 'AC Milan', 'Torino', 'Bologna', 'Genoa'];

/** The clubs that have won a competition, with their titles. */
export function honours(facts: Facts): Honours[] {
  return facts.club_titles.filter((row) => row.titles !== '0');
}

export const honoursKey = (row: { competition: string; club: string }): string =>
  `${row.competition} ${row.club}`;

export function cup(row: { competition: string }): string {
  if (row.competition === 'Ligue1') return 'the French league';
  return isLeague(row.competition)
    ? leagueName(row.competition, UP_TO)
    : 'the European Cup or Champions League';
}

/**
 * Opens a sentence about titles with the first season that is counted, if the competition is older
 * than that.
 */
export const since = (row: { competition: string }): string =>
  row.competition === 'SerieA' ? 'since 1929-30, ' : '';

/** Clubs of a competition that have never won it, the best known first. */
export function neverWon(facts: Facts, competition: string): string[] {
  const winners = new Set(winnersOf(facts, competition));
  const seasons = new Map<string, number>();
  const played = isLeague(competition)
    ? facts.season_tables.filter((row) => row.league === competition && Number(row.pos) <= 10)
    : facts.semi_finalists.filter((row) => row.competition.includes('European'));
  for (const { team } of played) seasons.set(team, (seasons.get(team) ?? 0) + 1);
  return [...seasons]
    .filter(([club]) => !winners.has(club) && !TOTAL_DIFFERS.includes(club))
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 8)
    .map(([club]) => club);
}

/** Champions before the war that no longer exist. They are too obscure as options. */
const GONE = ['Olympique Lillois', 'Racing Paris', 'CO Roubaix-Tourcoing', 'Sète'];

/** The clubs that have won a competition and that a player may know. */
export function winnersOf(facts: Facts, competition: string): string[] {
  return honours(facts)
    .filter((row) => row.competition === competition && !GONE.includes(row.club))
    .map((row) => row.club);
}

export type Winner = Row<'title_winning_managers'>;

/** Seasons with two managers who each had a part in the title. */
const TWO_MANAGERS = ['Bundesliga 2022-23', 'Bundesliga 2019-20', 'Bundesliga 2017-18'];

export const winnerKey = (row: Winner): string => `${row.competition} ${row.season}`;

/** The titles of managers, without those that two managers shared. */
export function winners(facts: Facts): Winner[] {
  return facts.title_winning_managers.filter((row) => !TWO_MANAGERS.includes(winnerKey(row)));
}

/** Coaches that every fan knows, whatever the season. */
const FAMOUS = new Set([
  ...['Alex Ferguson', 'Arsène Wenger', 'Carlo Ancelotti', 'Marcello Lippi', 'Ottmar Hitzfeld'],
  ...['Fabio Capello', 'Giovanni Trapattoni', 'Arrigo Sacchi', 'Johan Cruyff', 'José Mourinho'],
  ...['Jupp Heynckes', 'Rafael Benítez', 'Vicente del Bosque', 'Otto Rehhagel', 'Louis van Gaal'],
  ...['Kenny Dalglish', 'Franz Beckenbauer', 'Luiz Felipe Scolari', 'Clemens Westerhof'],
  ...['Carlos Alberto Parreira', 'Aimé Jacquet', 'Sven-Göran Eriksson'],
]);

export const isFamousCoach = (row: Winner): boolean => FAMOUS.has(row.manager);

/** Coaches that even their clubs' fans have forgotten. */
const FORGOTTEN = new Set([
  ...['Artur Jorge', 'Jean-Claude Suaudeau', 'Daniel Leclercq', 'Élie Baup', 'Raynald Denoueix'],
  ...['Jacques Santini', 'Alain Perrin', 'René Girard', 'Armin Veh', 'Vujadin Boškov'],
  ...['Alberto Zaccheroni', 'Raymond Goethals', 'Abdelhamid Kermali', 'Yeo Martial'],
  ...['Radivoje Ognjanović', 'Mike Smith', 'Juan López Fontana', 'Alberto Suppici'],
  'Aymoré Moreira',
]);

export const isRemembered = (row: Winner): boolean => !FORGOTTEN.has(row.manager);

/** A manager at a club, whatever the season. */
export const spellOf = (row: Winner): string => `${row.competition} ${row.manager} ${row.champion}`;

/** Spells whose season fans know by heart: a treble, an upset, the end of a long wait. */
const ICONIC = new Set([
  ...['EPL Arsène Wenger Arsenal', 'EPL Claudio Ranieri Leicester City'],
  ...['EPL Jürgen Klopp Liverpool', 'EPL Arne Slot Liverpool', 'EPL José Mourinho Chelsea'],
  ...['EPL Carlo Ancelotti Chelsea', 'EPL Roberto Mancini Manchester City'],
  ...['EPL Kenny Dalglish Blackburn Rovers', 'SerieA José Mourinho Inter Milan'],
  ...['SerieA Luciano Spalletti Napoli', 'SerieA Antonio Conte Inter Milan'],
  ...['LaLiga José Mourinho Real Madrid', 'LaLiga Xavi Barcelona', 'LaLiga Hansi Flick Barcelona'],
  ...['Bundesliga Jupp Heynckes Bayern Munich', 'Bundesliga Xabi Alonso Bayer Leverkusen'],
  ...['Bundesliga Vincent Kompany Bayern Munich', 'Ligue1 Leonardo Jardim Monaco'],
  ...['Ligue1 Christophe Galtier Lille', 'Ligue1 Luis Enrique Paris Saint-Germain'],
]);

export const isIconic = (row: Winner): boolean => ICONIC.has(spellOf(row));

/** Well-known coaches of World Cup winners who did not win it themselves. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  Germany: ['Jupp Derwall', 'Berti Vogts', 'Rudi Völler', 'Jürgen Klinsmann'],
  Brazil: ['Telê Santana', 'Dunga', 'Tite'],
  Italy: ['Arrigo Sacchi', 'Dino Zoff', 'Giovanni Trapattoni', 'Cesare Maldini'],
  Argentina: ['Alfio Basile', 'Marcelo Bielsa', 'Alejandro Sabella', 'José Pékerman'],
  France: ['Michel Hidalgo', 'Roger Lemerre', 'Raymond Domenech', 'Laurent Blanc'],
  Spain: ['Luis Aragonés', 'Javier Clemente', 'José Antonio Camacho', 'Luis Enrique'],
  England: ['Walter Winterbottom', 'Don Revie', 'Ron Greenwood', 'Bobby Robson'],
};

const nation = (team: string): string => team.replace(/^West /, '');

/** The nation's coaches. Those who won the World Cup come first, then others. */
export function coachesOf(row: Winner, facts: Facts): readonly (readonly string[])[] {
  const winners = facts.title_winning_managers.filter(
    (one) => one.competition === row.competition && nation(one.champion) === nation(row.champion),
  );
  return [winners.map((one) => one.manager), OTHERS[nation(row.champion)] ?? []];
}

/** Top scorers that every fan knows, whatever the season. */
const FAMOUS_SCORERS = new Set([
  ...['Alan Shearer', 'Andy Cole', 'Thierry Henry', 'Ruud van Nistelrooy', 'Didier Drogba'],
  ...['Cristiano Ronaldo', 'Nicolas Anelka', 'Robin van Persie', 'Luis Suárez', 'Sergio Agüero'],
  ...['Harry Kane', 'Mohamed Salah', 'Jamie Vardy', 'Erling Haaland', 'Lionel Messi', 'Raúl'],
  ...['Ronaldo', 'Romário', "Samuel Eto'o", 'Diego Forlán', 'Karim Benzema', 'Kylian Mbappé'],
  ...['Robert Lewandowski', 'Zlatan Ibrahimović', 'Edinson Cavani', 'Gonzalo Higuaín', 'Kaká'],
  ...['Andriy Shevchenko', 'Francesco Totti', 'Victor Osimhen', 'Pierre-Emerick Aubameyang'],
  ...['Gabriel Batistuta', 'Hernán Crespo', 'Lautaro Martínez', 'Miroslav Klose', 'George Weah'],
  ...['Michel Platini', 'Diego Maradona', 'Marco van Basten', 'Gerd Müller'],
]);

/**
 * Less famous top scorers whose country is a surprise, because neither their name nor their league
 * suggests it.
 */
const SURPRISES: Readonly<Record<string, Level>> = {
  ...{ 'Jimmy Floyd Hasselbaink': 'medium', 'Edin Džeko': 'medium', 'Mario Gómez': 'medium' },
  ...{ 'Roy Makaay': 'medium', 'Hugo Sánchez': 'medium', 'Iván Zamorano': 'medium' },
  ...{ 'Djibril Cissé': 'medium', Pauleta: 'medium', 'Mateo Retegui': 'medium' },
  ...{ 'Artem Dovbyk': 'medium', Grafite: 'medium', 'Mamadou Niang': 'medium', Bebeto: 'medium' },
  ...{ 'Moussa Sow': 'medium', 'Theofanis Gekas': 'hard', 'Marek Mintál': 'hard', Aílton: 'hard' },
  ...{ 'Alexander Frei': 'hard', 'Shabani Nonda': 'hard', 'Sonny Anderson': 'hard' },
  ...{ 'Márcio Amoroso': 'hard', 'Jari Litmanen': 'hard', 'Juan Antonio Pizzi': 'hard' },
  Baltazar: 'hard',
};

/**
 * The level of a question for a top scorer's country. Undefined if his name suggests the country.
 */
export const countryLevel = (player: string): Level | undefined =>
  FAMOUS_SCORERS.has(player) ? 'easy' : SURPRISES[player];

/** A famous top scorer is easy from 2004-05 on and never hard. Any other is never easy. */
export const scorerLevel = (row: { player: string; season: string }): Level =>
  FAMOUS_SCORERS.has(row.player)
    ? levelByYear(row.season, 2005, 0)
    : levelByYear(row.season, NEVER_EASY, 1993);

/** The level of a question for the club of a top scorer whom the question names. */
export const scorersClubLevel = (row: { player: string; season: string }): Level =>
  FAMOUS_SCORERS.has(row.player) ? scorerLevel(row) : levelByYear(row.season, 2014, 2000);
