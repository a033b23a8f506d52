import * as v from 'valibot';

/** The most bytes of a picture as JSON in UTF-8 (game.md#pictures). */
export const PICTURE_MAX_BYTES = 200;

/** The patterns of a shirt with two colours. A shirt without any of them is `plain`. */
export const KIT_PATTERNS = [
  'stripes',
  'hoops',
  'halves',
  'sash',
  'sleeves',
  'centre',
  'band',
] as const;

/** The marks over a flag's bands (game.md#pictures). */
export const FLAG_MARKS = ['disc', 'star', 'triangle', 'bar', 'box', 'cross', 'saltire'] as const;

/** A colour as six hex digits, without `#`. */
const colourSchema = v.pipe(v.string(), v.regex(/^[0-9A-F]{6}$/, 'six hex digits'));

/** A name or a heading, as it is written in the picture. */
const nameSchema = v.pipe(v.string(), v.regex(/\S/), v.maxLength(40));

/** A name, or `null` for the name to guess. */
const nameOrGap = v.nullable(nameSchema);

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));

const kitSchema = v.union([
  v.strictTuple([v.literal('plain'), colourSchema]),
  v.strictTuple([v.picklist(KIT_PATTERNS), colourSchema, colourSchema]),
]);

/** The look of a shirt: its pattern, its main colour and its second colour. */
export type Kit = v.InferOutput<typeof kitSchema>;

const shirtSchema = v.strictObject({ kind: v.literal('shirt'), kit: kitSchema });

/**
 * A flag that is 150 units wide and 100 high. It has bands with weights (equal if not given), and
 * marks over them. A mark has a shape, a colour, a centre (from the left and from the top) and a
 * size; the numbers are from 0 to 150.
 */
const flagSchema = v.strictObject({
  kind: v.literal('flag'),
  bands: v.picklist(['level', 'upright']),
  colours: v.pipe(v.array(colourSchema), v.minLength(1), v.maxLength(5)),
  weights: v.optional(v.pipe(v.array(count(20)), v.minLength(2), v.maxLength(5))),
  marks: v.optional(
    v.pipe(
      v.array(
        v.strictTuple([v.picklist(FLAG_MARKS), colourSchema, count(150), count(150), count(150)]),
      ),
      v.maxLength(3),
    ),
  ),
});

/** Two to five clubs of a player's career, each with its shirt. */
const careerSchema = v.strictObject({
  kind: v.literal('career'),
  clubs: v.pipe(v.array(v.strictTuple([nameSchema, kitSchema])), v.minLength(2), v.maxLength(5)),
});

/** The top rows of a final league table, with their points. The name of one club is missing. */
const tableSchema = v.strictObject({
  kind: v.literal('table'),
  season: nameSchema,
  rows: v.pipe(
    v.array(v.strictTuple([nameOrGap, count(200)])),
    v.minLength(3),
    v.maxLength(4),
    v.check((rows) => rows.filter(([name]) => name === null).length === 1, 'one club is missing'),
  ),
});

const scorersSchema = v.pipe(v.array(nameOrGap), v.maxLength(5));

/**
 * A final's score and its scorers, of which one side or one scorer is missing. `note` says how the
 * final was decided.
 */
const scoreSchema = v.pipe(
  v.strictObject({
    kind: v.literal('score'),
    sides: v.strictTuple([nameOrGap, nameOrGap]),
    goals: v.strictTuple([count(20), count(20)]),
    scorers: v.optional(v.strictTuple([scorersSchema, scorersSchema])),
    note: v.optional(nameSchema),
  }),
  v.check(
    ({ sides, scorers = [[], []] }) =>
      [...sides, ...scorers.flat()].filter((name) => name === null).length === 1,
    'one name is missing',
  ),
);

/** The players of a team: a goalkeeper and ten others. */
const PLAYERS = 11;

/** A formation, such as `4-2-3-1`: the number of players in each line, from the back. */
const formationSchema = v.pipe(
  v.string(),
  v.regex(/^[1-6](-[1-6]){2,4}$/, 'lines from the back'),
  v.check((text) => text.split('-').reduce((sum, line) => sum + Number(line), 1) === PLAYERS),
);

/**
 * A team on the pitch, playing to the right. `gold` is the number of the player to guess. The
 * goalkeeper is 0, and the others are counted line by line from the back, each line from its left.
 */
const pitchSchema = v.strictObject({
  kind: v.literal('pitch'),
  formation: formationSchema,
  gold: count(PLAYERS - 1),
});

/**
 * The data of a picture that the app draws with a question; a picture is never a file
 * (game.md#pictures). This schema loads only where a picture is shown, so that the first pages do
 * without it. A name that is `null` is the name to guess.
 */
export const pictureSchema = v.variant('kind', [
  shirtSchema,
  flagSchema,
  careerSchema,
  tableSchema,
  scoreSchema,
  pitchSchema,
]);

export type Picture = v.InferOutput<typeof pictureSchema>;

/** True for a picture that this app can draw. */
export const isPicture = (picture: unknown): picture is Picture => v.is(pictureSchema, picture);
