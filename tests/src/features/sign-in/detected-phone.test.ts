import { delay, HttpResponse, http } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi } from '../../../support/fake-api.ts';

const HE = `${location.origin}/he.php`;

async function openedPage() {
  vi.resetModules();
  const { detectedPhoneAtom, detectPhone } = await import(
    '../../../../src/features/sign-in/phone.ts'
  );
  const { store } = await import('../../../../src/session/session.ts');
  return { detectPhone, detected: () => store.get(detectedPhoneAtom) };
}

test('is what the header enrichment tells, asked once a visit', async () => {
  const asked = vi.fn(() => HttpResponse.json({ msisdn: '2348030000000' }));
  fakeApi.use(http.get(HE, asked));
  const { detectPhone, detected } = await openedPage();
  expect(detected()).toBeNull();
  await Promise.all([detectPhone(), detectPhone()]);
  expect(detected()).toBe('2348030000000');
  expect(asked).toHaveBeenCalledOnce();
});

test.each([
  ['no number', () => HttpResponse.json({ msisdn: null })],
  ['no Nigerian mobile', () => HttpResponse.json({ msisdn: '4915112345678' })],
  ['markup', () => HttpResponse.json({ msisdn: '<script>alert(1)</script>' })],
  ['HTML', () => HttpResponse.html('<html></html>')],
  ['nothing', () => new HttpResponse(null)],
  ['an error', () => HttpResponse.json({ msisdn: '2348030000000' }, { status: 500 })],
  ['no answer', () => HttpResponse.error()],
])('is none where it tells %s', async (_what, reply) => {
  fakeApi.use(http.get(HE, reply));
  const { detectPhone, detected } = await openedPage();
  expect(await detectPhone()).toBeNull();
  expect(detected()).toBeNull();
});

test('is none where the answer takes longer than 2 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fakeApi.use(http.get(HE, () => delay('infinite')));
  const { detectPhone } = await openedPage();
  const asked = detectPhone();
  await vi.advanceTimersByTimeAsync(2001);
  expect(await asked).toBeNull();
});
