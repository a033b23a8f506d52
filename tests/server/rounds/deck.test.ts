import { expect, test } from 'vitest';
import { CONTENT, readContent } from '../../../question-bank/reader/content.ts';
import { deckOf } from '../../../question-bank/reader/deck.ts';
import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { openReserve } from '../../../server/rush/reserve.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { testServer } from '../../support/server.ts';

const bank = loadBank();
const server = testServer({ bank });
const deck = new Set(deckOf(readContent(CONTENT).generated).map(({ id }) => id));

test('no round of any category and level holds a question of the deck', async () => {
  const dealt: string[] = [];
  for (const { id } of bank.categories) {
    for (const level of LEVELS) {
      const player = await server().subscriber();
      dealt.push(...(await player.openRound(level, id)).questions.map((question) => question.id));
    }
  }
  expect(dealt).toHaveLength(240);
  expect(dealt.filter((id) => deck.has(id))).toEqual([]);
});

test('neither runs of Millionaire Rush nor proof rounds can be dealt one', async () => {
  const { questions } = await openReserve(server().db, bank);
  expect(questions.length).toBeGreaterThan(500);
  expect(questions.filter(({ id }) => deck.has(id))).toEqual([]);
});
