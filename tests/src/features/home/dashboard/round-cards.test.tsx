import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { roundAtom } from '../../../../../src/round/saved-round.ts';
import { readRounds, saveRound } from '../../../../../src/round/store.ts';
import { beginRound } from '../../../../../src/rules/round.ts';
import { store } from '../../../../../src/session/session.ts';
import { aRound, premierLeague } from '../../../../support/builders.ts';
import { openDashboard as open, serveDashboard as serve } from '../../../../support/dashboard.tsx';
import { signIn } from '../../../../support/render.tsx';

beforeEach(() => signIn());

const laLigaCategory = { ...premierLeague, id: 'la-liga', name: 'La Liga' };
const laLiga = { id: laLigaCategory.id, name: laLigaCategory.name };

describe('rounds on the phone', () => {
  const saved = (playableUntil = Date.UTC(2999, 0, 1)) =>
    aRound({ key: 'saved', category: laLiga, level: 'easy', isForLater: true, playableUntil });

  test('an open game can be gone on with', async () => {
    serve();
    await saveRound(aRound());
    open();
    await screen.findByText('English Premier League, Medium. Question 1 of 10.');
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await screen.findByText('At /quiz/english-premier-league/medium');
  });

  test('a saved one stands beside it, and is played from there', async () => {
    serve();
    await saveRound(saved(Date.UTC(2999, 10, 17, 9, 42)));
    await saveRound(aRound());
    open();
    await screen.findByRole('region', { name: 'Your open game' });
    const card = await screen.findByRole('region', { name: 'Your saved game' });
    expect(card.textContent).toContain('Saved: La Liga, Easy');
    expect(card.textContent).toContain('Ready to play with no network, until Sun 17 Nov at 10:42.');
    await userEvent.click(within(card).getByRole('button', { name: 'Play' }));
    await screen.findByText('At /quiz/la-liga/easy');
    expect(store.get(roundAtom)?.key).toBe('saved');
  });

  test('once both are begun, the saved one is still told from the other', async () => {
    serve();
    const { terms, questions } = aRound();
    const begun = beginRound(terms, questions, Date.now());
    await saveRound({ ...saved(), state: begun });
    await saveRound(aRound());
    open();
    const card = await screen.findByRole('region', { name: 'Your saved game' });
    expect(card.textContent).toContain('Your saved game is still open');
    const other = await screen.findByRole('region', { name: 'Your open game' });
    expect(other.textContent).toContain('Your game is still open');
  });

  test('one that was begun says that the clock of its question runs on, and what that may cost', async () => {
    serve();
    const { terms, questions } = aRound();
    const rows = [{ questionId: 'question-1', choice: null, ms: 1, end: 'skipped' as const }];
    await saveRound(aRound({ state: { ...beginRound(terms, questions, Date.now()), rows } }));
    open();
    const card = await screen.findByRole('region', { name: 'Your open game' });
    expect(card.textContent).toContain(
      'English Premier League, Medium. Question 2 of 10. Its clock runs on: if it runs out, only this question is lost.',
    );
  });

  test('a saved one that was not played in time is told, and gone', async () => {
    serve();
    await saveRound(saved(Date.now() - 1));
    open();
    await screen.findByText(
      'Your saved La Liga game was not played in time. Its coins come back to you.',
    );
    expect(await readRounds('player-1')).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Your saved game' })).toBeNull();
  });

  test('without a network the tiles say what can be played', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    serve({ categories: { data: [premierLeague, laLigaCategory] } });
    await saveRound(saved());
    open();
    await screen.findByText('You are offline');
    await screen.findByRole('button', { name: 'English Premier League Needs network' });
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'La Liga Ready to play' }));
    await screen.findByText('At /quiz/la-liga/easy');
  });
});
