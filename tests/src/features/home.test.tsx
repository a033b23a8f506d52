import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OutboxHost } from '../../../src/app/outbox-host.tsx';
import { HomePage } from '../../../src/features/home/home-page.tsx';
import { putEntry, readEntries } from '../../../src/offline/outbox-storage.ts';
import { saveRound } from '../../../src/offline/round-storage.ts';
import { currentSession, keepPlayer } from '../../../src/session/session.ts';
import { anEntry, aRound, aUser, premierLeague } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';
import { renderScreen, signIn } from '../../support/render.tsx';

const VERIFY = 'payments/subscription/airtime/verify/2348030000000';

const served = {
  categories: {
    data: [premierLeague, { ...premierLeague, id: 'old', name: 'Old', isActive: false }],
  },
  plays: { data: { count: 3 } },
  points: { data: { user: { highScore: 2310 } } },
};

beforeEach(() => signIn());

function serve(replies: Partial<Record<keyof typeof served, Parameters<typeof answer>[2]>> = {}) {
  answer('get', 'categories', replies.categories ?? served.categories);
  answer('get', 'user/dailyplays', replies.plays ?? served.plays);
  answer('get', 'points/user-points', replies.points ?? served.points);
  return answer('get', VERIFY, { data: aUser({ pointBalance: 777 }), meta: { token: 'newer' } });
}

const open = () => renderScreen(<HomePage />);
const figure = (text: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === text);

describe('the dashboard', () => {
  test('shows plays left, the points of the week and the active categories', async () => {
    serve();
    open();
    await figure('47 plays left');
    await figure('2,310 points');
    expect(await screen.findByRole('button', { name: premierLeague.name })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Old' })).toBeNull();
  });

  test('takes over the newer user and token of the subscription check', async () => {
    const checks = serve();
    open();
    await vi.waitFor(() => expect(currentSession().token).toBe('newer'));
    expect(currentSession().user).toMatchObject({ pointBalance: 777 });
    expect(checks).toHaveLength(1);
    expect(checks[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keeps the balance of a round that was opened while the check was on its way', async () => {
    const checks = serve();
    open();
    keepPlayer(aUser({ pointBalance: 850 }), 'token-of-ada');
    await vi.waitFor(() => expect(currentSession().token).toBe('newer'));
    expect(checks).toHaveLength(1);
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
  });

  test('ignores a count of plays that cannot be', async () => {
    serve({ plays: { data: { count: 51 } } });
    open();
    await figure('2,310 points');
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

  test('offers to go on with an open game', async () => {
    serve();
    await saveRound(aRound());
    open();
    await screen.findByText('English Premier League, Medium. Question 1 of 10.');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('At /quiz/english-premier-league/medium');
  });
});

describe('what is saved on the phone', () => {
  test('is shown with its age when there is no network', async () => {
    serve();
    const first = open();
    await figure('2,310 points');
    await screen.findByRole('button', { name: premierLeague.name });
    first.unmount();

    serve({ categories: 'no answer', plays: 'no answer', points: 'no answer' });
    answer('get', VERIFY, 'no answer');
    open();
    await figure('2,310 points');
    await figure('47 plays left');
    await screen.findByRole('button', { name: premierLeague.name });
    await screen.findByText('You are offline');
    await screen.findByText(/^Saved at \d\d:\d\d today$/);
  });

  test('is not shown to another player of the same phone, apart from the categories', async () => {
    serve();
    const first = open();
    await figure('2,310 points');
    first.unmount();

    signIn(aUser({ id: 'player-2', phone: '2348030000002' }), 'token-2');
    serve({ plays: 'no answer', points: 'no answer' });
    answer('get', VERIFY.replace('0000000', '0000002'), 'no answer');
    open();
    await screen.findByText('You are offline');
    expect(screen.queryByText('2,310')).toBeNull();
  });
});

describe('results in the outbox', () => {
  const openWithOutbox = () =>
    renderScreen(
      <>
        <OutboxHost />
        <HomePage />
      </>,
    );

  test('that wait are counted', async () => {
    serve();
    answer('post', 'points', { status: 503, code: 'server/unavailable' });
    await putEntry(anEntry({ key: 'a' }));
    await putEntry(anEntry({ key: 'b' }));
    openWithOutbox();
    await screen.findByText('2 results waiting to send');
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
