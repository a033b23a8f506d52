import * as v from 'valibot';

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

export const LEVELS = ['easy', 'medium', 'hard'] as const;

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
  fact: v.string(),
});

export type Category = v.InferOutput<typeof CategorySchema>;
export type CategoryId = Category['id'];
export type Question = v.InferOutput<typeof QuestionSchema>;
export type Level = Question['level'];
