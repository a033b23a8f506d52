import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { roundLock } from '../../../../src/config/storage-keys.ts';
import { isResult } from '../../../../src/outbox/entries.ts';
import { readEntries } from '../../../../src/outbox/store.ts';
import { readRounds, roundAtom, saveRound } from '../../../../src/round/store.ts';
import { beginRound } from '../../../../src/rules/round.ts';
import { store } from '../../../../src/session/session.ts';
import { aRound, premierLeague } from '../../../support/builders.ts';
import { openDashboard as open, serveDashboard as serve } from '../../../support/dashboard.tsx';
import { answer } from '../../../support/fake-api.ts';
import { anotherTabWith, withLocks } from '../../../support/fake-locks.ts';
import { signIn } from '../../../support/render.tsx';

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

  test('an open one can be ended, with a question first, and says where its coins go', async () => {
    const points = answer('post', 'points', 'no answer');
    serve();
    const { terms, questions } = aRound();
    await saveRound(aRound({ state: beginRound(terms, questions, Date.now()) }));
    open();
    const card = await screen.findByRole('region', { name: 'Your open game' });
    const end = () => within(card).getByRole('button', { name: 'End it' });
    await userEvent.click(end());
    const dialog = screen.getByRole('dialog', { name: 'End this game?' });
    expect(dialog.textContent).toContain('The coins of the questions you have seen are spent');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    expect(await readRounds('player-1')).toHaveLength(1);
    await userEvent.click(end());
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'End it' }),
    );
    await screen.findByText('Game ended. 15 coins spent, 135 come back to you.');
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: /game/ })).toBeNull());
    expect(await readRounds('player-1')).toEqual([]);
    expect((await readEntries()).filter(isResult)[0]?.submission).toMatchObject({
      points: 0,
      coins: 15,
    });
    expect(points).toBeTruthy();
  });

  test('one that is never begun costs the coins of one question when it is ended', async () => {
    serve();
    await saveRound(saved());
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End it' }));
    expect(screen.getByRole('dialog').textContent).toContain(
      'Question 1 of La Liga counts as missed and costs 15 coins. The rest come back.',
    );
  });

  test('one that another tab plays is not ended', async () => {
    const other = anotherTabWith(withLocks(), roundLock('round-1'));
    serve();
    await saveRound(aRound());
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End it' }));
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'End it' }),
    );
    await screen.findByText('This game is open in another tab, or has ended');
    expect(await readRounds('player-1')).toHaveLength(1);
    await other.close();
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
    await screen.findByText('No network');
    await screen.findByRole('button', { name: 'English Premier League Needs network' });
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: /^La Liga Ready to play/ }));
    await screen.findByText('At /quiz/la-liga/easy');
  });
});
