import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OutboxHost } from '../../../../src/app/outbox-host.tsx';
import { HomePage } from '../../../../src/features/home/home-page.tsx';
import { putEntry, readEntries } from '../../../../src/outbox/store.ts';
import { currentSession, keepPlayer } from '../../../../src/session/session.ts';
import { anEntry, aUser, premierLeague } from '../../../support/builders.ts';
import {
  figure,
  openDashboard as open,
  serveDashboard as serve,
  served,
  VERIFY,
} from '../../../support/dashboard.tsx';
import { dealtQuestions, issuedRound } from '../../../support/dealt-round.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

beforeEach(() => signIn());

const laLigaCategory = { ...premierLeague, id: 'la-liga', name: 'La Liga' };

/** All reads of the dashboard have been answered: a read after the test would find no answer. */
async function isThere() {
  await figure('47 plays left');
  await figure('2,310 points this week');
  await screen.findByRole('button', { name: premierLeague.name });
}

describe('the dashboard', () => {
  test('shows plays left, the points of the week and the active categories', async () => {
    serve();
    open();
    await figure('47 plays left');
    await figure('2,310 points this week');
    expect(await screen.findByRole('button', { name: premierLeague.name })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Old' })).toBeNull();
  });

  test('takes over the newer user and token of the subscription check', async () => {
    const checks = serve();
    open();
    await isThere();
    await vi.waitFor(() => expect(currentSession().token).toBe('newer'));
    expect(currentSession().user).toMatchObject({ pointBalance: 777 });
    expect(checks).toHaveLength(1);
    expect(checks[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keeps the balance of a round that was opened while the check was on its way', async () => {
    const checks = serve();
    open();
    keepPlayer(aUser({ pointBalance: 850 }), 'token-of-ada');
    await isThere();
    await vi.waitFor(() => expect(currentSession().token).toBe('newer'));
    expect(checks).toHaveLength(1);
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
  });

  test('ignores a count of plays that cannot be', async () => {
    serve({ plays: { data: { count: 51 } } });
    open();
    await figure('2,310 points this week');
    await figure('– plays left');
  });

  test('says when the categories failed, and tries again when asked', async () => {
    serve();
    answer('get', 'categories', { status: 403, code: 'x' }, served.categories);
    open();
    expect((await screen.findAllByText('Failed to load categories')).length).toBeGreaterThan(0);
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1) as Element);
    expect(await screen.findByRole('button', { name: premierLeague.name })).toBeTruthy();
  });

  test('asks for the plan bought on demand where there is no subscription', async () => {
    serve();
    answer('get', VERIFY, { status: 200, code: 'subscription/none' });
    const onDemand = answer('get', VERIFY.replace('airtime', 'ondemand/airtime'), {
      data: aUser({ pointBalance: 555 }),
      meta: { token: 'on-demand' },
    });
    open();
    await isThere();
    await vi.waitFor(() => expect(currentSession().token).toBe('on-demand'));
    expect(currentSession().user).toMatchObject({ pointBalance: 555 });
    expect(onDemand).toHaveLength(1);
  });

  test('brings the coins of a daily plan that was bought beside a running weekly one', async () => {
    serve();
    answer('get', VERIFY.replace('airtime', 'ondemand/airtime'), {
      data: aUser({ pointBalance: 1777 }),
    });
    open();
    await isThere();
    await vi.waitFor(() => expect(currentSession().user).toMatchObject({ pointBalance: 1777 }));
    expect(currentSession().token).toBe('newer');
  });

  test('is there while the subscription check is still on its way', async () => {
    serve();
    const { answer: later, release } = held({ data: aUser(), meta: { token: 'late' } });
    answer('get', VERIFY, later);
    open();
    await figure('47 plays left');
    await userEvent.click(await screen.findByRole('button', { name: premierLeague.name }));
    await screen.findByRole('dialog', { name: 'Select Level' });
    expect(currentSession().token).toBe('token-of-ada');
    await release();
    await vi.waitFor(() => expect(currentSession().token).toBe('late'));
  });

  test.each([
    ['Your subscription has ended', { isActive: false, pointBalance: 0 }],
    ['Not enough coins', { pointBalance: 149 }],
  ])('takes "%s" back when the check brings a period and its coins', async (title, player) => {
    signIn(aUser(player));
    serve();
    const { answer: later, release } = held({ data: aUser({ pointBalance: 1000 }) });
    answer('get', VERIFY, later);
    open();
    await figure('47 plays left');
    await userEvent.click(await screen.findByRole('button', { name: premierLeague.name }));
    await userEvent.click(screen.getByRole('button', { name: /^Medium/ }));
    await screen.findByRole('dialog', { name: title });
    await release();
    const picker = await screen.findByRole('dialog', { name: 'Select Level' });
    expect(within(picker).getByRole('button', { name: /^Medium/ }).textContent).not.toContain(
      title,
    );
  });

  test('keeps its places while the figures and the categories are on their way', async () => {
    serve();
    const { answer: later, release } = held(served.categories);
    answer('get', 'categories', later);
    const plays = held(served.plays);
    answer('get', 'user/dailyplays', plays.answer);
    open();
    await screen.findByRole('status', { name: 'Loading the competitions' });
    await figure('– plays left');
    await plays.release();
    await figure('47 plays left');
    await release();
    await screen.findByRole('button', { name: premierLeague.name });
    expect(screen.queryByRole('status', { name: 'Loading the competitions' })).toBeNull();
  });

  test('says when no competition is open', async () => {
    serve({ categories: { data: [{ ...premierLeague, isActive: false }] } });
    open();
    await screen.findByRole('heading', { name: 'No competition is open' });
  });

  test('leads from a competition over a level into the round', async () => {
    serve();
    answer('get', 'questions/english-premier-league', {
      data: dealtQuestions(),
      meta: { round: issuedRound },
    });
    const popularity = answer('put', 'categories/play/english-premier-league', { data: null });
    open();
    await userEvent.click(await screen.findByRole('button', { name: premierLeague.name }));
    await userEvent.click(screen.getByRole('button', { name: /^Medium/ }));
    await screen.findByText('At /quiz/english-premier-league/medium');
    await vi.waitFor(() => expect(popularity).toHaveLength(1));
  });
});

describe('Refresh', () => {
  test('asks again for figures, competitions and subscription', async () => {
    const checks = serve();
    answer('get', 'user/dailyplays', { data: { count: 3 } }, { data: { count: 4 } });
    answer('get', 'points/user-points', served.points, { data: { user: { highScore: 2400 } } });
    const lists = answer('get', 'categories', served.categories, { data: [laLigaCategory] });
    open();
    await isThere();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await figure('46 plays left');
    await figure('2,400 points this week');
    await screen.findByRole('button', { name: 'La Liga' });
    await vi.waitFor(() => expect(checks).toHaveLength(2));
    expect(lists).toHaveLength(2);
  });

  test('is not asked twice at once', async () => {
    serve();
    const { answer: later, release } = held({ data: { count: 4 } });
    const asked = answer('get', 'user/dailyplays', { data: { count: 3 } }, later);
    open();
    await isThere();
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    await userEvent.click(refresh);
    await vi.waitFor(() => expect(refresh.getAttribute('aria-busy')).toBe('true'));
    await userEvent.click(refresh);
    await release();
    await figure('46 plays left');
    expect(asked).toHaveLength(2);
  });

  test('leaves the last count that can be where the new one cannot', async () => {
    serve();
    answer('get', 'user/dailyplays', { data: { count: 3 } }, { data: { count: 51 } });
    answer('get', 'points/user-points', served.points, { data: { user: { highScore: 2400 } } });
    const first = open();
    await figure('47 plays left');
    await screen.findByRole('button', { name: premierLeague.name });
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await figure('2,400 points this week');
    await figure('47 plays left');
    first.unmount();
    // Also with a cold start.
    serve({ plays: { data: { count: -1 } }, points: { data: { user: { highScore: 2500 } } } });
    open();
    await figure('2,500 points this week');
    await figure('47 plays left');
  });
});

describe('what is saved on the phone', () => {
  test('is shown with its age when there is no network', async () => {
    serve();
    const first = open();
    await figure('2,310 points this week');
    await screen.findByRole('button', { name: premierLeague.name });
    first.unmount();

    serve({ categories: 'no answer', plays: 'no answer', points: 'no answer' });
    answer('get', VERIFY, 'no answer');
    open();
    await figure('2,310 points this week');
    await figure('47 plays left');
    await screen.findByRole('button', { name: `${premierLeague.name} Needs network` });
    await screen.findByText('No network');
    await screen.findByText(/^This is from /);
  });

  test('is not shown to another player of the same phone, apart from the categories', async () => {
    serve();
    const first = open();
    await figure('2,310 points this week');
    first.unmount();

    signIn(aUser({ id: 'player-2', phone: '2348030000002' }), 'token-2');
    serve();
    const asked = ['categories', 'user/dailyplays', 'points/user-points'].map((path) =>
      answer('get', path, 'no answer'),
    );
    answer('get', VERIFY.replace('0000000', '0000002'), 'no answer');
    const second = open();
    await screen.findByText('No network');
    await vi.waitFor(() => expect(asked.map(({ length }) => length)).toEqual([1, 1, 1]));
    expect(screen.queryByText('2,310')).toBeNull();
    // Its reads would be tried again after the test.
    second.unmount();
  });
});

describe('results in the outbox', () => {
  const openWithOutbox = () =>
    renderScreen(
      <>
        <OutboxHost />
        <HomePage loadQuiz={async () => undefined} />
      </>,
    );

  test('that wait are counted', async () => {
    serve();
    answer('post', 'points', { status: 503, code: 'server/unavailable' });
    await putEntry(anEntry({ key: 'a' }));
    await putEntry(anEntry({ key: 'b' }));
    openWithOutbox();
    await screen.findByText('2 results waiting');
  });

  test('that were refused are shown, and gone when dismissed', async () => {
    serve();
    const refusal = { code: 'round/expired', message: 'This round came too late.' };
    await putEntry(anEntry({ refusal }));
    openWithOutbox();
    await screen.findByText('This round came too late.');
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await vi.waitFor(() => expect(screen.queryByText('This round came too late.')).toBeNull());
    expect(await readEntries()).toEqual([]);
  });
});
