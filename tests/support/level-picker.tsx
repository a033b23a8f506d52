import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { User } from '../../src/contract/user.ts';
import { LevelPicker } from '../../src/features/home/level-picker.tsx';
import type { SavedRound } from '../../src/round/store.ts';
import { useSignedInPlayer } from '../../src/session/session.ts';
import { aUser, premierLeague } from './builders.ts';
import { dealtQuestions, issuedRound } from './dealt-round.ts';
import { answer } from './fake-api.ts';
import { renderScreen, signIn } from './render.tsx';

export const QUESTIONS = 'questions/english-premier-league';
/** The server's reply to them. */
export const dealt = { data: dealtQuestions(), meta: { round: issuedRound } };

const POPULARITY = 'categories/play/english-premier-league';

type Options = {
  player?: Partial<User>;
  highScore?: number;
  playsLeft?: number;
  rounds?: SavedRound[];
};

/** The level picker of the Premier League, for a player with enough of everything. */
export function showPicker({
  player = {},
  highScore = 0,
  playsLeft = 50,
  rounds = [],
}: Options = {}) {
  signIn(aUser(player));
  const onPlay = vi.fn<(round: SavedRound) => void>();
  const onClose = vi.fn();
  const Picker = () => (
    <LevelPicker
      category={premierLeague}
      player={useSignedInPlayer()}
      highScore={highScore}
      playsLeft={playsLeft}
      rounds={rounds}
      onPlay={onPlay}
      onClose={onClose}
      onSettled={vi.fn()}
    />
  );
  const { unmount } = renderScreen(<Picker />);
  const isPlayed = () => vi.waitFor(() => expect(onPlay).toHaveBeenCalledOnce(), { timeout: 4000 });
  return { onPlay, isPlayed, onClose, unmount };
}

export const pick = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** The app does not wait for that call, but a test must not end before it came. */
export function popularityIsCounted(times = 1) {
  const seen = answer('put', POPULARITY, { data: null });
  return () => vi.waitFor(() => expect(seen).toHaveLength(times));
}

/** The server takes a play and deals a round, by one call. */
export function serverDeals() {
  return { isCounted: popularityIsCounted(), rounds: answer('get', QUESTIONS, dealt) };
}
