import { levelByYear, NEVER_EASY } from '../../generator/seasons.ts';
import type { Level } from '../../question.ts';

/** Top scorers whom everybody knows, whatever the season. */
const FAMOUS = new Set([
  ...['Alan Shearer', 'Andy Cole', 'Thierry Henry', 'Ruud van Nistelrooy', 'Didier Drogba'],
  ...['Cristiano Ronaldo', 'Nicolas Anelka', 'Robin van Persie', 'Luis Suárez', 'Sergio Agüero'],
  ...['Harry Kane', 'Mohamed Salah', 'Jamie Vardy', 'Erling Haaland', 'Lionel Messi', 'Raúl'],
  ...['Ronaldo', 'Romário', "Samuel Eto'o", 'Diego Forlán', 'Karim Benzema', 'Kylian Mbappé'],
  ...['Robert Lewandowski', 'Zlatan Ibrahimović', 'Edinson Cavani', 'Gonzalo Higuaín', 'Kaká'],
  ...['Andriy Shevchenko', 'Francesco Totti', 'Victor Osimhen', 'Pierre-Emerick Aubameyang'],
  ...['Gabriel Batistuta', 'Hernán Crespo', 'Lautaro Martínez', 'Miroslav Klose', 'George Weah'],
  ...['Michel Platini', 'Diego Maradona', 'Marco van Basten', 'Gerd Müller'],
]);

/** Less famous ones whose country is a surprise: neither their name nor their league says it. */
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

/** How well the country of a top scorer is known; undefined where his name says it. */
export const countryLevel = (player: string): Level | undefined =>
  FAMOUS.has(player) ? 'easy' : SURPRISES[player];

/** A famous one is easy from 2004-05 on and never hard; who was top scorer otherwise, never easy. */
export const scorerLevel = (row: { player: string; season: string }): Level =>
  FAMOUS.has(row.player)
    ? levelByYear(row.season, 2005, 0)
    : levelByYear(row.season, NEVER_EASY, 1993);

/** The same for the club of a top scorer who is named. */
export const scorersClubLevel = (row: { player: string; season: string }): Level =>
  FAMOUS.has(row.player) ? scorerLevel(row) : levelByYear(row.season, 2014, 2000);
