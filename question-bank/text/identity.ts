import { fold } from './fold.ts';

/** Former names of countries. Two names of one country are never options of the same question. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'west germany': 'germany',
  'east germany': 'germany',
  'soviet union': 'russia',
  czechoslovakia: 'czech republic',
  yugoslavia: 'serbia',
  'serbia and montenegro': 'serbia',
  'yugoslavia serbia': 'serbia',
  zaire: 'dr congo',
};

/** The meaning of an option: its folded text, or the present name of a country. */
export function identity(option: string): string {
  const folded = fold(option);
  return FORMER_NAMES[folded] ?? folded;
}
