import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { questionsReplySchema } from '../../../src/contract/points.ts';

const wire = (parts: object = {}) => ({
  id: 'q1',
  question: 'Who won the World Cup in 2014?',
  options: ['Germany', 'Argentina', 'Brazil', 'Spain'],
  answers: 'Germany',
  level: 'easy',
  ...parts,
});

const reply = (question: object) => ({
  status: true,
  data: Array.from({ length: 10 }, (_, index) => ({ ...question, id: `q${index}` })),
});

const read = (question: object) => v.safeParse(questionsReplySchema, reply(question));

describe('a question on the wire', () => {
  test.each([
    ['answers as text', {}],
    ['answers as a list of one', { answers: ['Germany'] }],
    ['answer in the place of answers', { answers: undefined, answer: 'Germany' }],
  ])('is read with %s', (_what, parts) => {
    const { output, success } = read(wire(parts));
    if (!success || !output.status) throw new Error('It should be read.');
    expect(output.data[0]).toMatchObject({ answer: 'Germany', fact: null });
  });

  test.each([
    ['three options', { options: ['Germany', 'Argentina', 'Brazil'] }],
    ['five options', { options: ['Germany', 'Argentina', 'Brazil', 'Spain', 'Italy'] }],
    ['the same option twice', { options: ['Germany', 'Germany', 'Brazil', 'Spain'] }],
    ['an answer that is no option', { answers: 'Italy' }],
    ['no answer', { answers: undefined }],
    ['two answers', { answers: ['Germany', 'Brazil'] }],
    ['400 characters', { question: 'x'.repeat(400) }],
    ['no text', { question: '' }],
  ])('with %s is refused', (_what, parts) => {
    expect(read(wire(parts)).success).toBe(false);
  });

  test('comes in tens', () => {
    expect(v.safeParse(questionsReplySchema, { status: true, data: [] }).success).toBe(false);
    const nine = { status: true, data: reply(wire()).data.slice(1) };
    expect(v.safeParse(questionsReplySchema, nine).success).toBe(false);
  });
});
