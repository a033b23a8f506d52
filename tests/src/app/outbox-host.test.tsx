import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { OutboxHost } from '../../../src/app/outbox-host.tsx';
import { queryClient } from '../../../src/app/query-client.ts';
import { toastInfo } from '../../../src/components/toast.ts';
import { outcomesAtom, resultsAtom } from '../../../src/outbox/schedule.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { DEFAULT_SESSION, store, updateSession } from '../../../src/session/session.ts';
import { anEntry, aUser } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';
import { renderScreen, signIn } from '../../support/render.tsx';

const UPDATED = 'Leaderboard updated successfully!';

beforeEach(async () => {
  signIn();
  await putEntry(anEntry({ key: 'a', createdAt: 1 }));
  await putEntry(anEntry({ key: 'b', createdAt: 2 }));
});

/** Any earlier message is on the screen by then. */
async function nothingIsSaid() {
  act(() => void toastInfo('Until here'));
  await screen.findByText('Until here');
  expect(screen.queryByText(UPDATED)).toBeNull();
}

const counted = { data: { awarded: { points: 10, coins: 15 } } };

test('results that waited are said to have counted, once for all of them', async () => {
  const sent = answer('post', 'points', counted);
  renderScreen(<OutboxHost />);
  await screen.findByText(UPDATED);
  expect(screen.getAllByText(UPDATED)).toHaveLength(1);
  expect(sent).toHaveLength(2);
  expect(await readEntries()).toEqual([]);
});

test('so are those that another tab or the worker sent', async () => {
  answer('post', 'points', { status: 409, code: 'round/already-counted' });
  renderScreen(<OutboxHost />);
  await screen.findByText(UPDATED);
});

test('while none has counted nothing is said', async () => {
  const sent = answer('post', 'points', { status: 503, code: 'server/unavailable' });
  renderScreen(<OutboxHost />);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await vi.waitFor(() =>
    expect(store.get(resultsAtom).map(({ attempts }) => attempts)).toEqual([1, 1]),
  );
  await nothingIsSaid();
});

test('nothing is said to a visitor: they have no board', async () => {
  updateSession(DEFAULT_SESSION);
  answer('post', 'points', counted);
  renderScreen(<OutboxHost />);
  await vi.waitFor(async () => expect(await readEntries()).toEqual([]));
  await vi.waitFor(() => expect(Object.keys(store.get(outcomesAtom))).toEqual(['a', 'b']));
  await nothingIsSaid();
});

test('the points that a result brought stand on the dashboard without another call', async () => {
  const user = aUser({ highScore: 50 });
  answer('post', 'points', { data: { user, ...counted.data } });
  renderScreen(<OutboxHost />);
  await screen.findByText(UPDATED);
  expect(queryClient.getQueryData([user.id, 'user-points'])).toEqual({
    highScore: 50,
    week: null,
    bests: null,
  });
});
