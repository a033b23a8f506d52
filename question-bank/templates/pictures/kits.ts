import { KIT_PATTERNS, type Kit } from '../../../src/contract/picture.ts';
import { oncePerFacts } from '../../generator/once-per-facts.ts';
import type { Facts, Row } from '../../generator/tables.ts';

type Colours = Row<'club_colours'>;

/** Colours that look like another colour on a small screen, each with that other colour. */
const LIKE: Readonly<Record<string, string>> = {
  '12275E': '1B4DB5',
  '7A263A': 'D3122E',
  FDB913: 'FDE100',
  F47920: 'FDE100',
  '9AA0A6': 'FFFFFF',
};

const [BLUE, SKY_BLUE, NAVY_BLUE, BLACK] = ['1B4DB5', '6CABDD', '12275E', '16181C'];

/** The colour that a shirt's colour counts as. Sky blue counts as blue. */
const family = (colour: string): string => like(colour === SKY_BLUE ? BLUE : colour);

const like = (colour: string): string => LIKE[colour] ?? colour;

const kits = oncePerFacts(
  (facts) => new Map(facts.club_colours.map((row) => [row.club, kitFrom(row)])),
);

/** A club's home shirt, if the table has it. */
export const kitOf = (facts: Facts, club: string): Kit | undefined => kits(facts).get(club);

function kitFrom({ club, pattern, colour, second }: Colours): Kit {
  const known = KIT_PATTERNS.find((one) => one === pattern);
  if (known !== undefined) return [known, colour, second];
  if (pattern !== 'plain' || second !== '') throw new Error(`club_colours: ${club}: ${pattern}`);
  return ['plain', colour];
}

const MIRRORED = ['stripes', 'hoops', 'halves'];

/** True for two shirts that a player may confuse. */
export function areAlike(one: Kit, other: Kit): boolean {
  const [[pattern, ground], [otherPattern, otherGround]] = [one, other];
  if (pattern !== otherPattern) {
    const isPlain = pattern === 'plain' || otherPattern === 'plain';
    return isPlain && like(ground) === like(otherGround);
  }
  if (pattern === 'plain') return family(ground) === family(otherGround);
  if (MIRRORED.includes(pattern))
    return [BLUE, BLACK].some(
      (navy) => coloursOf(one, navy).symmetricDifference(coloursOf(other, navy)).size === 0,
    );
  return like(ground) === like(otherGround);
}

/** True for two shirts that have a colour in common. */
export const shareColour = (one: Kit, other: Kit): boolean =>
  !coloursOf(one).isDisjointFrom(coloursOf(other));

/** The colours of a shirt. Navy blue next to another colour may be seen as blue or as black. */
const coloursOf = ([, ...colours]: Kit, navy = BLUE): Set<string> =>
  new Set(colours.map((colour) => (colour === NAVY_BLUE ? navy : like(colour))));

const NAMES: Readonly<Record<string, string>> = {
  D3122E: 'red',
  FFFFFF: 'white',
  '1B4DB5': 'blue',
  '6CABDD': 'sky blue',
  '12275E': 'navy blue',
  '16181C': 'black',
  FDE100: 'yellow',
  FDB913: 'gold',
  F47920: 'orange',
  '00853F': 'green',
  '7A263A': 'dark red',
  '5B2C83': 'purple',
  F5A9C8: 'pink',
  '5A3A22': 'brown',
  '9AA0A6': 'grey',
};

/**
 * A shirt in words: "black and white stripes", "red with white sleeves". Throws for a colour
 * without a name.
 */
export function inWords([pattern, ground, second = '']: Kit): string {
  const [first, other] = [nameOf(ground), second && nameOf(second)];
  if (pattern === 'plain') return first;
  if (MIRRORED.includes(pattern)) return `${first} and ${other} ${pattern}`;
  const what = { sash: 'a sash', band: 'a band', centre: 'a broad stripe', sleeves: 'sleeves' };
  const part = what[pattern as keyof typeof what].replace(/(\w+)$/, `${other} $1`);
  return `${first} with ${part.replace(/^a broad (.+) stripe$/, 'a broad $1 stripe')}`;
}

function nameOf(colour: string): string {
  const name = NAMES[colour];
  if (name === undefined) throw new Error(`club_colours: no name for ${colour}`);
  return name;
}
