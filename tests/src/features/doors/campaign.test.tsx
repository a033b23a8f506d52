import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { env } from '../../../../src/config/env.ts';
import { CampaignPage } from '../../../../src/features/doors/campaign-page.tsx';
import { leaveFor } from '../../../../src/lib/leave.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { answer, fakeApi } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { renderDoor } from './render-door.tsx';

vi.mock('../../../../src/lib/leave.ts', () => ({ leaveFor: vi.fn(), openTab: vi.fn() }));

const OFFER = 'https://offer.example/subscribe';

beforeEach(() => {
  updateSession(DEFAULT_SESSION);
  env.campaignUrl = OFFER;
  fakeApi.use(http.get(`${location.origin}/he.php`, () => HttpResponse.json({ msisdn: null })));
});
afterEach(() => {
  env.campaignUrl = null;
  vi.mocked(leaveFor).mockClear();
});

function arrive(at: string) {
  renderDoor(<CampaignPage />, { path: '/campaign/:referer/:id', at });
}

test('counts the visit, then goes to the page of the configuration', async () => {
  const visits = answer('post', 'campaigns', { data: null });
  arrive('/campaign/radio/txn-1?msisdn=2348030000000&url=https://evil.example');
  expect(screen.getByRole('status').textContent).toBe('Redirecting');
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

test('without a configured page there is a message and the way home', async () => {
  env.campaignUrl = null;
  answer('post', 'campaigns', { data: null });
  arrive('/campaign/https:%2F%2Fevil.example/1?msisdn=2348030000000');
  await screen.findByRole('heading', { name: 'This offer is not open now' });
  await userEvent.click(screen.getByRole('button', { name: 'Go Home' }));
  await screen.findByText('At /');
  expect(leaveFor).not.toHaveBeenCalled();
});
