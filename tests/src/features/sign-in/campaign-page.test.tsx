import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { OFFER_KEY } from '../../../../src/config/storage-keys.ts';
import { CampaignPage } from '../../../../src/features/sign-in/campaign-page.tsx';
import { leaveFor } from '../../../../src/lib/leave.ts';
import { DEFAULT_OFFER, type Offer } from '../../../../src/offer/offer.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { answer, fakeApi } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { renderEntry } from './render-entry.tsx';

vi.mock('../../../../src/lib/leave.ts', () => ({ leaveFor: vi.fn(), openTab: vi.fn() }));

const OFFER = 'https://offer.example/subscribe';

beforeEach(() => {
  updateSession(DEFAULT_SESSION);
  env.links.campaign = OFFER;
  fakeApi.use(http.get(`${location.origin}/he.php`, () => HttpResponse.json({ msisdn: null })));
});

afterEach(() => {
  env.links.campaign = null;
  vi.mocked(leaveFor).mockClear();
});

function arrive(at: string, offer?: Offer | null) {
  renderEntry(<CampaignPage />, {
    path: '/campaign/:referer/:id',
    at,
    ...(offer !== undefined && { offer }),
  });
}

test('counts the visit, then goes to the page of the configuration', async () => {
  const visits = answer('post', 'campaigns', { data: null });
  arrive('/campaign/radio/txn-1?msisdn=0803-000-0000&url=https://evil.example');
  expect(screen.getByRole('status').textContent).toBe('Redirecting');
  expect(screen.getByRole('heading', { name: 'Redirecting' })).toBeTruthy();
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OFFER));
  expect(visits.map(({ body }) => body)).toEqual([
    { msisdn: '2348030000000', referer: 'radio', txnId: 'txn-1' },
  ]);
});

test("counts a signed-in player's visit by their number, and is open to them", async () => {
  signIn();
  const visits = answer('post', 'campaigns', { data: null });
  arrive('/campaign/radio/1');
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith(OFFER));
  expect(visits[0]?.body).toMatchObject({ msisdn: '2348030000000' });
});

test.each([
  ['is not counted', { status: 500, code: 'server/error' }],
  ['finds no network', 'no answer'],
] as const)('goes on though the visit %s', async (_what, reply) => {
  answer('post', 'campaigns', reply);
  arrive('/campaign/radio/1?msisdn=2348030000000');
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith(OFFER));
});

test.each([
  ['too long', 'x'.repeat(101)],
  ['with a line break', 'a%0Ab'],
])('counts nothing of a referer %s, and goes on', async (_what, referer) => {
  const visits = answer('post', 'campaigns', { data: null });
  arrive(`/campaign/${referer}/1?msisdn=2348030000000`);
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith(OFFER));
  expect(visits).toHaveLength(0);
});

test('counts the visit of somebody unknown by the number that their network tells', async () => {
  fakeApi.use(
    http.get(`${location.origin}/he.php`, () => HttpResponse.json({ msisdn: '2348050000000' })),
  );
  const visits = answer('post', 'campaigns', { data: null });
  arrive('/campaign/radio/1');
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith(OFFER));
  expect(visits.map(({ body }) => body)).toMatchObject([{ msisdn: '2348050000000' }]);
});

describe('a visit whose count gets no answer', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    fakeApi.use(http.post(`${location.origin}/api/v2/campaigns`, () => new Promise(() => {})));
    arrive('/campaign/radio/1?msisdn=2348030000000');
  });

  test('is waited for 3 s and no longer', async () => {
    await pass(2900);
    expect(leaveFor).not.toHaveBeenCalled();
    await pass(200);
    expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OFFER);
  });

  test('offers a way out when the page elsewhere does not come up either', async () => {
    await pass(7900);
    expect(screen.queryByRole('link')).toBeNull();
    await pass(200);
    expect(screen.getByText('This takes longer than usual.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(OFFER);
  });
});

describe('without network', () => {
  function cutLine() {
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => line.mockRestore());
    return () => line.mockReturnValue(true);
  }

  test('the visitor stays in the app, and goes on by themselves when it is back', async () => {
    const restore = cutLine();
    const visits = answer('post', 'campaigns', { data: null });
    arrive('/campaign/radio/1?msisdn=2348030000000');
    const heading = screen.getByRole('heading', { name: 'No network' });
    expect(document.activeElement).toBe(heading);
    restore();
    act(() => void dispatchEvent(new Event('online')));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Redirecting' }));
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OFFER));
    expect(visits).toHaveLength(1);
  });

  test('trying again goes on only where there is one', async () => {
    const restore = cutLine();
    answer('post', 'campaigns', { data: null });
    arrive('/campaign/radio/1?msisdn=2348030000000');
    const again = screen.getByRole('button', { name: 'Try again' });
    await userEvent.click(again);
    expect(screen.getByRole('heading', { name: 'No network' })).toBeTruthy();
    expect(leaveFor).not.toHaveBeenCalled();
    restore();
    await userEvent.click(again);
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith(OFFER));
  });

  test('a line that drops before the visit is counted keeps the visitor too', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let visits = 0;
    fakeApi.use(
      http.post(`${location.origin}/api/v2/campaigns`, async () => {
        visits++;
        await promise;
        return HttpResponse.json({ status: true, data: null });
      }),
    );
    arrive('/campaign/radio/1?msisdn=2348030000000');
    await vi.waitFor(() => expect(visits).toBe(1));
    const restore = cutLine();
    act(() => void dispatchEvent(new Event('offline')));
    expect(screen.getByRole('heading', { name: 'No network' })).toBeTruthy();
    resolve();
    restore();
    act(() => void dispatchEvent(new Event('online')));
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OFFER));
    expect(visits).toBe(1);
  });

  test('the game is still there', async () => {
    cutLine();
    arrive('/campaign/radio/1');
    await userEvent.click(screen.getByRole('button', { name: 'Go Home' }));
    await screen.findByText('At /');
  });
});

test('without a configured page there is a message and the way home', async () => {
  env.links.campaign = null;
  answer('get', 'misc/config', 'no answer');
  answer('post', 'campaigns', { data: null });
  arrive('/campaign/https:%2F%2Fevil.example/1?msisdn=2348030000000', null);
  const heading = await screen.findByRole('heading', { name: 'This offer is not open now' });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.title).toBe('This offer is not open now · Football Mastermind');
  await userEvent.click(screen.getByRole('button', { name: 'Go Home' }));
  await screen.findByText('At /');
  expect(leaveFor).not.toHaveBeenCalled();
});

describe("the operator's own page", () => {
  const OWN = 'https://own.example/now';
  const offering = (campaign: string | null) => ({
    ...DEFAULT_OFFER,
    links: { ...DEFAULT_OFFER.links, campaign },
  });
  const AT = '/campaign/radio/1?msisdn=2348030000000';

  beforeEach(() => void answer('post', 'campaigns', { data: null }));

  test('comes before the one of the build', async () => {
    answer('get', 'misc/config', { data: offering(OWN) });
    arrive(AT, null);
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OWN));
  });

  test('is the saved one while the server is silent', async () => {
    answer('get', 'misc/config', { held: 'no answer', until: new Promise(() => {}) });
    localStorage.setItem(OFFER_KEY, JSON.stringify(offering(OWN)));
    arrive(AT, null);
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OWN));
  });

  test('is found though the saved copy has none', async () => {
    env.links.campaign = null;
    localStorage.setItem(OFFER_KEY, JSON.stringify(offering(null)));
    answer('get', 'misc/config', { data: offering(OWN) });
    arrive(AT, null);
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OWN));
  });

  test('that nobody tells leads to the one of the build, after 3 s at most', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    answer('get', 'misc/config', { held: 'no answer', until: new Promise(() => {}) });
    arrive(AT, null);
    await act(() => vi.advanceTimersByTimeAsync(2900));
    expect(leaveFor).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(leaveFor).toHaveBeenCalledExactlyOnceWith(OFFER);
  });
});
