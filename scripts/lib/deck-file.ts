import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { CONTENT, inPlay, readContent } from '../../question-bank/reader/content.ts';
import { deckOf } from '../../question-bank/reader/deck.ts';
import type { DeckFile } from '../../src/contract/deck.ts';

/**
 * Makes the deck a file of the build (game.md#deck). Its name changes with what is in it, so that a
 * phone knows without asking whether it has this one.
 */
export function deckFile(): Plugin {
  let text = '';
  let path = '';
  return {
    name: 'deck-file',
    config() {
      text = JSON.stringify(readDeck(CONTENT));
      path = `assets/deck-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`;
      return { define: { DECK_URL: JSON.stringify(`/${path}`) } };
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${path}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(text);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: path, source: text });
    },
  };
}

/** The deck of a content folder: corrections in place, nothing retired. */
export function readDeck(folder: URL): DeckFile {
  const content = readContent(folder);
  const current = new Map(inPlay(content).map((question) => [question.id, question]));
  const questions = deckOf(content.generated).flatMap(({ id }) => current.get(id) ?? []);
  return {
    categories: content.categories.map(({ name }) => name),
    questions: questions.map(({ category, question, options, answer, fact }) => [
      content.categories.findIndex(({ id }) => id === category),
      question,
      answer,
      ...(options.filter((option) => option !== answer) as [string, string, string]),
      fact,
    ]),
  };
}
