import type { Facts, Row } from '../../generator/tables.ts';

export type Winner = Row<'title_winning_managers'>;

/** Seasons in which two managers had a part in the title. */
const TWO_MANAGERS = ['Bundesliga 2022-23', 'Bundesliga 2019-20', 'Bundesliga 2017-18'];

export const winnerKey = (row: Winner): string => `${row.competition} ${row.season}`;

/** Titles won under one manager. */
export function winners(facts: Facts): Winner[] {
  return facts.title_winning_managers.filter((row) => !TWO_MANAGERS.includes(winnerKey(row)));
}

/** Coaches whom everybody knows, whatever the season. */
const FAMOUS = new Set([
  ...['Alex Ferguson', 'Arsène Wenger', 'Carlo Ancelotti', 'Marcello Lippi', 'Ottmar Hitzfeld'],
  ...['Fabio Capello', 'Giovanni Trapattoni', 'Arrigo Sacchi', 'Johan Cruyff', 'José Mourinho'],
  ...['Jupp Heynckes', 'Rafael Benítez', 'Vicente del Bosque', 'Otto Rehhagel', 'Louis van Gaal'],
  ...['Kenny Dalglish', 'Franz Beckenbauer', 'Luiz Felipe Scolari', 'Clemens Westerhof'],
  ...['Carlos Alberto Parreira', 'Aimé Jacquet', 'Sven-Göran Eriksson'],
]);

export const isFamousCoach = (row: Winner): boolean => FAMOUS.has(row.manager);

/** Coaches whom their clubs' own fans have forgotten. */
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

/** Spells whose season people tell by heart: a treble, an upset, a long wait that ended. */
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
