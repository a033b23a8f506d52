// @module-tag once
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { OUTBOX_SYNC_TAG } from '../../../src/config/storage-keys.ts';
import { startOutbox } from '../../../src/outbox/schedule.ts';
import { COUNTED_ELSEWHERE, isResultsSent, RESULTS_SENT } from '../../../src/outbox/send.ts';
import { putEntry, removeEntry } from '../../../src/outbox/store.ts';
import { anEntry } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

type Registration = { sync?: { register: (tag: string) => Promise<void> } };

/** Gives the page a service worker for one test. */
function withWorker(getRegistration: () => Promise<Registration | undefined>): EventTarget {
  const worker = Object.assign(new EventTarget(), { getRegistration });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  return worker;
}

/** A page with a result that the server could not accept yet. */
async function openWithWaiting() {
  const seen = answer('post', 'points', { status: 503, code: 'server/unavailable' });
  const now = Date.now();
  await putEntry(anEntry({ createdAt: now, nextAttemptAt: now }));
  const onEntries = vi.fn();
  const onOutcome = vi.fn();
  const stop = startOutbox({ sender: () => null, onEntries, onOutcome });
  onTestFinished(stop);
  await vi.waitFor(() => expect(onEntries).toHaveBeenCalledOnce());
  return { seen, onEntries, onOutcome, stop };
}

const says = (worker: EventTarget, data: unknown) =>
  worker.dispatchEvent(new MessageEvent('message', { data }));

describe('a worker that sent results', () => {
  test('is heard: what is gone has counted, and nothing is sent for it', async () => {
    const worker = withWorker(async () => undefined);
    const { seen, onEntries, onOutcome } = await openWithWaiting();
    await removeEntry('round-1');
    says(worker, RESULTS_SENT);
    await vi.waitFor(() => expect(onEntries.mock.lastCall).toEqual([[]]));
    expect(onOutcome.mock.lastCall).toEqual(['round-1', COUNTED_ELSEWHERE]);
    expect(seen).toHaveLength(1);
  });

  test('is not heard by a page whose outbox was stopped', async () => {
    const worker = withWorker(async () => undefined);
    const remove = vi.spyOn(worker, 'removeEventListener');
    const { stop } = await openWithWaiting();
    stop();
    expect(remove).toHaveBeenCalledExactlyOnceWith('message', expect.any(Function));
  });

  test.each([[{ type: 'other' }], ['results-sent'], [null], [undefined]])(
    'says so by one message alone, not by %j',
    (data) => {
      expect(isResultsSent(RESULTS_SENT)).toBe(true);
      expect(isResultsSent(data)).toBe(false);
    },
  );
});

describe('the worker is asked to send what waits, should the app be closed', () => {
  test('once the line is back', async () => {
    const register = vi.fn(async () => undefined);
    withWorker(async () => ({ sync: { register } }));
    await openWithWaiting();
    await vi.waitFor(() => expect(register).toHaveBeenCalledWith(OUTBOX_SYNC_TAG));
  });

  test('and not while nothing waits', async () => {
    const getRegistration = vi.fn(async () => undefined);
    withWorker(getRegistration);
    const onEntries = vi.fn();
    onTestFinished(startOutbox({ sender: () => null, onEntries, onOutcome: vi.fn() }));
    await vi.waitFor(() => expect(onEntries).toHaveBeenCalledWith([]));
    expect(getRegistration).not.toHaveBeenCalled();
  });

  const refused = vi.fn(async () => {
    throw new DOMException('No', 'NotAllowedError');
  });
  test.each<[string, () => Promise<Registration | undefined>]>([
    ['refuses it', async () => ({ sync: { register: refused } })],
    ['has no worker', refused],
    ['knows no background sync', async () => ({})],
  ])('and where the phone %s, the page sends by itself', async (_what, getRegistration) => {
    const asked = vi.fn(getRegistration);
    withWorker(asked);
    const { onOutcome } = await openWithWaiting();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    expect(onOutcome.mock.lastCall?.[1]).toMatchObject({ state: 'waiting' });
  });
});
