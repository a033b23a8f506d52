import { delay, HttpResponse, http } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLinkPhone } from '../../../../src/features/sign-in/phone.ts';
import { fakeApi } from '../../../support/fake-api.ts';

const STORED = '2348030000055';

test.each([
  '2348030000055',
  '+2348030000055',
  // A plus in a query is a space.
  ' 2348030000055',
  '002348030000055',
  '08030000055',
  '8030000055',
  '٠٨٠٣٠٠٠٠٠٥٥',
  '0803 000 0055',
  '0803-000-0055',
  '0803\u2011000\u20110055',
  '0803\u00a0000\u00a00055',
  '(0803) 000.0055',
  '+234 (0) 803-000-0055',
  '+234 803 000 0055',
  '+234 0803 000 0055',
  '234-803-000-0055',
  // As a phone book copies it, with direction marks.
  '\u202a+234 803 000 0055\u202c',
])('%j is the number that a field reads in it', (given) => {
  expect(readLinkPhone(given)).toBe(STORED);
});

test.each([
  '',
  ' ',
  '+',
  '0803000005',
  '080300000551',
  '23480300000551',
  '+234 803 000 005',
  '+233 803 000 0055',
  '01 234 5678',
  '0803 000 0055 ext 1',
  'tel:08030000055',
  '<b>08030000055</b>',
  '0803_000_0055',
  '0803 000 0055 дом',
  'é08030000055',
  `${'('.repeat(40)}08030000055`,
  '08030000055,08030000056',
])('%j is nobody’s number', (given) => {
  expect(readLinkPhone(given)).toBeNull();
});

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
