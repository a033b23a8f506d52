import { expect, test } from 'vitest';
import { aboutAfrica } from '../../../question-bank/reader/about-africa.ts';
import { aQuestion } from '../question.ts';

const NAMES = ['Niger', 'South Africa', 'Jay-Jay Okocha', "Samuel Eto'o", 'Élie Onana', 'Mané'];
const isAboutAfrica = aboutAfrica(NAMES);

test.each([
  ['a country in the question', { question: 'Who won in South Africa in 2010?' }],
  ['a player as the answer', { answer: 'Jay-Jay Okocha' }],
  ['a player in the fact', { fact: "Arsenal won it against Samuel Eto'o's club." }],
  ['a name with an accent on its first letter', { fact: 'It was Élie Onana.' }],
  ['a name that ends in an accent', { fact: 'Nobody scored but Mané.' }],
  ['the African Cup of Nations', { category: 'african-cup-of-nations' }],
] as const)('a question is about Africa by %s', (_what, different) => {
  expect(isAboutAfrica(aQuestion(different))).toBe(true);
});

test.each([
  ['none of the names', {}],
  ['a name within a longer word', { fact: 'South Africans are none, nor is Nigerstraße.' }],
  ['half of a name', { fact: 'Nobody was faster than Samuel.' }],
  ['a name in small letters', { fact: 'It flows like the niger.' }],
  ['a name among the wrong options', { options: ['Chelsea', 'Arsenal', 'Fulham', 'Niger'] }],
])('a question is not about Africa by %s', (_what, different) => {
  expect(isAboutAfrica(aQuestion(different))).toBe(false);
});
