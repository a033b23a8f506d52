import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

/**
 * The file of the deck as the build writes it (game.md#deck). Its format is short because every
 * phone fetches it.
 */
export const deckFileSchema = v.pipe(
  v.object({
    /** The names of the categories. */
    categories: v.array(text),
    /**
     * For each question: the index of its category, the text, the right answer, three wrong
     * answers, and the fact.
     */
    questions: v.pipe(
      v.array(v.strictTuple([v.number(), text, text, text, text, text, text])),
      v.minLength(1),
    ),
  }),
);

export type DeckFile = v.InferOutput<typeof deckFileSchema>;
