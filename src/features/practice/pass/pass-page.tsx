import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { type DeckQuestion, dealFromDeck } from '../../../offline/deck.ts';
import {
  beginPass,
  isPassOver,
  type PassEvent,
  type PassGame,
  type QuestionsEach,
  stepPass,
} from '../../../rules/pass-the-phone.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { DeckGate } from '../deck/deck-gate.tsx';
import { useDeck } from '../deck/use-deck.ts';
import { forgetGame, keepGame, readGame } from './kept-game.ts';
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
  // A reload comes back to it, another page does not.
  useEffect(() => forgetGame, []);

  function play(next: PassGame<DeckQuestion>) {
    keepGame(id, next);
    setGame(next);
  }

  async function start(players: readonly string[]) {
    setNames(players);
    const questions = await dealFromDeck(players.length * each);
    if (questions) play(beginPass(players, each, questions));
    else {
      // The phone has thrown them away meanwhile.
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
