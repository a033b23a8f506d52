import type { Facts } from '../../generator/tables.ts';
import type { Winner } from './managers-of.ts';

/** Well-known coaches of nations that won the World Cup, who did not win it. */
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

/** Whom the nation had as coaches: those who won the World Cup, then others. */
export function coachesOf(row: Winner, facts: Facts): readonly (readonly string[])[] {
  const winners = facts.title_winning_managers.filter(
    (one) => one.competition === row.competition && nation(one.champion) === nation(row.champion),
  );
  return [winners.map((one) => one.manager), OTHERS[nation(row.champion)] ?? []];
}
