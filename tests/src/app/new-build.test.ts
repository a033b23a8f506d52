import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { reloadOnceGone } from '../../../src/app/new-build.tsx';
import { proofLock, roundLock, rushLock } from '../../../src/config/storage-keys.ts';
import { fakeApi } from '../../support/fake-api.ts';
import { anotherTabWith, withLocks } from '../../support/fake-locks.ts';

const FIRST = '/assets/index-AbCd1234.js';

const reload = vi.fn();

let stop: () => void;

beforeEach(() => {
  document.head.insertAdjacentHTML('beforeend', `<script type="module" src="${FIRST}"></script>`);
  stop = reloadOnceGone(reload);
});

afterEach(() => {
  stop();
  reload.mockClear();
  sessionStorage.clear();
  document.querySelector(`script[src="${FIRST}"]`)?.remove();
});

/** Sets the server's status for the build's first file; gives the number of requests for it. */
function firstFileIs(status: number | 'out of reach') {
  const asked = vi.fn();
  fakeApi.use(
    http.head(new URL(FIRST, location.origin).href, () => {
      asked();
      return status === 'out of reach' ? HttpResponse.error() : new HttpResponse(null, { status });
    }),
  );
  return asked;
}

const missAFile = () => dispatchEvent(new Event('vite:preloadError'));

/** The work started by the missing file is finished. */
async function isAnswered(asked: ReturnType<typeof vi.fn>): Promise<void> {
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  for (let turn = 0; turn < 10; turn++) await new Promise((next) => void setImmediate(next));
}

function giveWorker() {
  const unregister = vi.fn(async () => true);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ unregister }) },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  return unregister;
}

test('a tab whose build is gone reloads without the worker that has it, once in a visit', async () => {
  withLocks();
  const unregister = giveWorker();
  const asked = firstFileIs(404);
  missAFile();
  missAFile();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(unregister).toHaveBeenCalledOnce();
  asked.mockClear();
  missAFile();
  stop();
  stop = reloadOnceGone(reload);
  missAFile();
  await new Promise((next) => void setTimeout(next));
  expect(asked).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
});

test.each([200, 500, 'out of reach'] as const)(
  'a tab whose build is not gone (%s) stays',
  async (status) => {
    withLocks();
    const asked = firstFileIs(status);
    missAFile();
    await isAnswered(asked);
    expect(reload).not.toHaveBeenCalled();
  },
);

test.each([
  ['a round', roundLock('round-1')],
  ['a run of Millionaire Rush', rushLock('1')],
  ['a proof round', proofLock('1')],
])('nothing reloads while %s is played', async (_game, lock) => {
  const game = anotherTabWith(withLocks(), lock);
  const asked = firstFileIs(404);
  missAFile();
  await isAnswered(asked);
  expect(reload).not.toHaveBeenCalled();
  await game.close();
  missAFile();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a phone that keeps no note is not reloaded, as it could be for ever', async () => {
  withLocks();
  const asked = firstFileIs(404);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => void vi.restoreAllMocks());
  missAFile();
  await isAnswered(asked);
  expect(reload).not.toHaveBeenCalled();
});
