import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { paths } from '../../config/paths.ts';
import { PASS_KEY } from '../../config/storage-keys.ts';
import { keptValue } from '../../lib/kept.ts';
import { type DeckQuestion, dealFromDeck } from '../../offline/deck.ts';
import {
  beginPass,
  isPassOver,
  PASS_PLAYERS,
  type PassEvent,
  type PassGame,
  QUESTIONS_EACH,
  type QuestionsEach,
  stepPass,
} from '../../rules/pass-the-phone.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { DeckGate, useDeck } from './deck.tsx';
import { PassPlay } from './pass-play.tsx';
import { PassSetup } from './pass-setup.tsx';
import { PassTable } from './pass-table.tsx';

/** Two to eight players with one phone (game.md#pass-the-phone). */
export function PassPage() {
  const { id } = useSignedInPlayer();
  const [game, setGame] = useState(() => readGame(id));
  const [names, setNames] = useState<readonly string[]>(game?.names ?? []);
  const [each, setEach] = useState<QuestionsEach>(game?.each ?? 5);
  const { deck, get, look } = useDeck();
  const navigate = useNavigate();
  // The game survives a reload, but not a visit to another page.
  useEffect(() => forgetGame, []);

  function play(next: PassGame<DeckQuestion>) {
    kept.set({ playerId: id, game: next });
    setGame(next);
  }

  async function start(players: readonly string[]) {
    setNames(players);
    const questions = await dealFromDeck(players.length * each);
    if (questions) play(beginPass(players, each, questions));
    else {
      // The phone has deleted the questions meanwhile.
      setGame(null);
      look();
    }
  }

  function leave() {
    forgetGame();
    setGame(null);
  }

  if (game && !isPassOver(game)) {
    const step = (event: PassEvent) => play(stepPass(game, event));
    return <PassPlay game={game} onStep={step} onLeave={leave} />;
  }
  if (game) {
    return (
      <PassTable
        game={game}
        onAgain={() => void start(names)}
        onChange={leave}
        onHome={() => navigate(paths.home, { replace: true })}
      />
    );
  }
  if (deck !== 'here') {
    return <DeckGate title="Pass the phone" backTo={paths.practice} deck={deck} onGet={get} />;
  }
  return (
    <PassSetup
      names={names}
      each={each}
      onNames={setNames}
      onEach={setEach}
      onStart={(players) => void start(players)}
    />
  );
}

const questionSchema = v.object({
  category: v.string(),
  question: v.string(),
  options: v.array(v.string()),
  answer: v.string(),
  fact: v.string(),
});

const gameSchema = v.object({
  names: v.pipe(v.array(v.string()), v.minLength(PASS_PLAYERS.least)),
  each: v.picklist(QUESTIONS_EACH),
  questions: v.pipe(v.array(questionSchema), v.minLength(1)),
  answers: v.array(v.object({ choice: v.string(), ms: v.number() })),
  shownAt: v.nullable(v.number()),
  isLookedAt: v.boolean(),
});

type KeptGame = { playerId: string; game: PassGame<DeckQuestion> };

/**
 * The game is kept for a reload of this tab. If the phone refuses to keep it, the game continues all the
 * same.
 */
const kept = keptValue<KeptGame>(
  'sessionStorage',
  PASS_KEY,
  v.object({ playerId: v.string(), game: gameSchema }),
);

/** The game that a reload interrupted in this tab; `null` without a game, and for another player's game. */
export function readGame(playerId: string): PassGame<DeckQuestion> | null {
  const found = kept.get();
  return found?.playerId === playerId ? found.game : null;
}

/** Forgets the game and its names when it is left. */
function forgetGame(): void {
  kept.forget();
}
