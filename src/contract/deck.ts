import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

/** The deck as the build writes it (game.md#deck): short, since every phone fetches it. */
export const deckFileSchema = v.pipe(
  v.object({
    /** The categories' names. */
    categories: v.array(text),
    /** The index of its category, the question, the right answer, three wrong ones, the fact. */
    questions: v.pipe(
      v.array(v.strictTuple([v.number(), text, text, text, text, text, text])),
      v.minLength(1),
    ),
  }),
);

export type DeckFile = v.InferOutput<typeof deckFileSchema>;
