import type { Drawing, Kit, Mark } from './picture.tsx';

type Of<Kind extends Drawing['kind']> = Extract<Drawing, { kind: Kind }>;

/** Describes a drawing to screen readers, without the answer: it never says whose it is. */
export function nameOf(drawing: Drawing): string {
  switch (drawing.kind) {
    case 'shirt':
      return `A football shirt: ${shirtName(drawing.kit)}`;
    case 'flag':
      return flagName(drawing);
    case 'career':
      return `A line of shirts: ${drawing.clubs.map(([club]) => club).join(', ')}`;
    case 'table':
      return tableName(drawing);
    case 'score':
      return scoreName(drawing);
    case 'pitch':
      return pitchName(drawing);
  }
}

const PATTERNS: Readonly<Record<string, (ground: string, second: string) => string>> = {
  stripes: (ground, second) => `${ground} and ${second} stripes from top to bottom`,
  hoops: (ground, second) => `${ground} and ${second} hoops around it`,
  halves: (ground, second) => `one half ${ground}, the other ${second}`,
  sash: (ground, second) => `${ground} with a ${second} sash`,
  sleeves: (ground, second) => `${ground} with ${second} sleeves`,
  centre: (ground, second) => `${ground} with a broad ${second} stripe down the middle`,
  band: (ground, second) => `${ground} with a ${second} band across the chest`,
};

function shirtName([pattern, ground, second]: Kit): string {
  const words = PATTERNS[pattern];
  const first = colourName(ground);
  return words && second ? words(first, colourName(second)) : `all ${first}`;
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'];

function flagName({ bands, colours, marks = [] }: Of<'flag'>): string {
  const names = colours.map(colourName);
  const ground =
    names.length === 1
      ? `A ${names[0]} flag`
      : `A flag of ${NUMBERS[names.length]} ${bands} bands, ${list(names)}`;
  return marks.length === 0 ? ground : `${ground}, with ${list(marks.map(markName))}`;
}

const SHAPES: Readonly<Record<string, string>> = {
  bar: 'upright bar at the staff',
  triangle: 'triangle at the staff',
  box: 'square in the upper corner',
  saltire: 'diagonal cross',
};

const markName = ([shape, colour]: Mark): string =>
  `a ${colourName(colour)} ${SHAPES[shape] ?? shape}`;

const PLACES = ['First', 'Second', 'Third', 'Fourth'];

function tableName({ season, rows }: Of<'table'>): string {
  const said = rows.map(
    ([club, points], index) => `${PLACES[index]} ${club ?? 'is missing'}, ${points} points`,
  );
  return `The top ${NUMBERS[rows.length]} of ${season}. ${said.join('. ')}`;
}

function scoreName({ sides, goals, scorers, note }: Of<'score'>): string {
  const told = sides.map((side, index) => `${side ?? 'A missing team'} ${goals[index]}`);
  const goalsOf = sides.flatMap((side, index) => {
    const names = scorers?.[index] ?? [];
    if (names.length === 0) return [];
    return [
      `For ${side ?? 'the missing team'}: ${names.map((one) => one ?? 'a missing name').join(', ')}`,
    ];
  });
  return [told.join(', '), ...(note ? [note] : []), ...goalsOf].join('. ');
}

const LINES = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

function pitchName({ formation, gold }: Of<'pitch'>): string {
  const place = placesOf(formation)[gold];
  const isFront = place?.line === linesOf(formation).length - 1;
  const line = isFront ? 'front line' : `${LINES[place?.line ?? 0]} line from the back`;
  const where = place?.line === 0 || !place ? 'in goal' : `in the ${line}${sideOf(place)}`;
  return `A pitch with a team of eleven in the formation ${formation}, playing to the right. The gold dot is ${where}`;
}

/** Says at which side of their line a player is, left and right as the team sees it. */
function sideOf({ place, of }: Place): string {
  if (of === 1) return ', alone';
  if (place * 2 === of - 1) return ', in the middle';
  const side = place * 2 < of - 1 ? 'left' : 'right';
  const isOuter = place === 0 || place === of - 1;
  return isOuter ? `, on the ${side}` : `, ${side} of the middle`;
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const COLOURS: readonly (readonly [name: string, red: number, green: number, blue: number])[] = [
  ['white', 255, 255, 255],
  ['grey', 154, 160, 166],
  ['black', 10, 10, 14],
  ['red', 211, 18, 46],
  ['dark red', 122, 38, 58],
  ['orange', 250, 125, 25],
  ['yellow', 253, 215, 15],
  ['green', 0, 133, 63],
  ['light blue', 108, 171, 221],
  ['blue', 20, 75, 175],
  ['navy blue', 18, 37, 90],
  ['purple', 91, 44, 131],
  ['pink', 245, 169, 200],
  ['brown', 90, 58, 34],
];

/** Gives the name of the colour that is nearest to six hex digits. */
function colourName(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  const far = ([, r, g, b]: (typeof COLOURS)[number]) =>
    (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  return [...COLOURS].sort((one, other) => far(one) - far(other))[0]?.[0] ?? '';
}

/**
 * Gives the number of players in each line of a formation, beginning with the goalkeeper: `4-3-3` is 1,
 * 4, 3, 3.
 */
export const linesOf = (formation: string): number[] => [1, ...formation.split('-').map(Number)];

/**
 * A player's place: the line, the place in the line from the left, and the number of players in that
 * line.
 */
export type Place = { line: number; place: number; of: number };

/** Gives the places of a team line by line, beginning with the goalkeeper. */
export const placesOf = (formation: string): Place[] =>
  linesOf(formation).flatMap((of, line) =>
    Array.from({ length: of }, (_, place) => ({ line, place, of })),
  );
