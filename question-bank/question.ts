import * as v from 'valibot';
import { pictureSchema } from '../src/contract/picture.ts';
import { LEVELS } from '../src/rules/levels.ts';

export { LEVELS, type Level } from '../src/rules/levels.ts';

/** The categories in the order in which players see them. */
export const CATEGORY_IDS = [
  'english-premier-league',
  'uefa-champions-league',
  'fifa-world-cup',
  'african-cup-of-nations',
  'la-liga',
  'bundesliga',
  'serie-a',
  'ligue-1',
] as const;

export const CategorySchema = v.strictObject({
  id: v.picklist(CATEGORY_IDS),
  name: v.pipe(v.string(), v.nonEmpty()),
  image: v.pipe(v.string(), v.endsWith('.svg')),
  isActive: v.boolean(),
});

export const QuestionSchema = v.strictObject({
  id: v.string(),
  category: v.picklist(CATEGORY_IDS),
  level: v.picklist(LEVELS),
  template: v.pipe(v.string(), v.nonEmpty()),
  question: v.string(),
  options: v.array(v.string()),
  answer: v.string(),
  /** One sentence that states the truth, shown on review. */
  fact: v.string(),
  /** The picture of the question, for clients that show pictures (game.md#pictures). */
  picture: v.optional(pictureSchema),
  /** The source of the fact: a table and the cells that name its row, or a source in words. */
  from: v.string(),
  /** Other right answers, which may not be among the options. */
  alsoRight: v.optional(v.array(v.pipe(v.string(), v.nonEmpty()))),
  /** The season or year that the question must name. */
  when: v.optional(v.pipe(v.string(), v.regex(/\b(18|19|20)\d\d\b/, 'a season or year'))),
  /**
   * The subject of the question. Two questions that give each other away share a subject, and a
   * round has one question per subject.
   */
  subject: v.optional(v.pipe(v.string(), v.nonEmpty())),
  /** The day by which somebody checks whether the fact has changed. */
  reviewBy: v.optional(v.pipe(v.string(), v.isoDate())),
});

export type Category = v.InferOutput<typeof CategorySchema>;
export type CategoryId = Category['id'];
export type Question = v.InferOutput<typeof QuestionSchema>;
