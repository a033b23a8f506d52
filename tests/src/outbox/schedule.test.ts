import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { OUTBOX_LOCK } from '../../../src/config/storage-keys.ts';
import { dismissRefused, queueEntry, sendNow, startOutbox } from '../../../src/outbox/schedule.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { anEntry } from '../../support/builders.ts';
import { type Answer, answer } from '../../support/fake-api.ts';
import { pass, settle } from '../../support/fake-clock.ts';
import { anotherTabWith, setHidden, withLocks } from '../../support/fake-locks.ts';

describe('schedule', { tags: ['once'] }, () => {
  const WHEN_FORCED = [
    ['coming online', () => dispatchEvent(new Event('online'))],
    ['becoming visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ] as const;

  const COUNTED = { data: { awarded: { points: 10, coins: 15 } } };

  test.each(WHEN_FORCED)(
    'a result that was put off for long is sent on %s',
    async (_what, happens) => {
      const now = Date.now();
      await putEntry(anEntry({ createdAt: now, nextAttemptAt: now, attempts: 10 }));
      const seen = answer('post', 'points', { status: 500, code: 'x' }, COUNTED);
      const onOutcome = vi.fn();
      onTestFinished(startOutbox({ sender: () => null, onEntries: vi.fn(), onOutcome }));
      await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(1));
      expect(seen).toHaveLength(1);

      happens();
      await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(2));
      expect(onOutcome.mock.lastCall?.[1]).toMatchObject({ state: 'counted' });
      expect(await readEntries()).toEqual([]);
    },
  );

  test.each(WHEN_FORCED)(
    'one that the server asked to wait with is not sent sooner on %s',
    async (_what, happens) => {
      await putEntry(anEntry({ createdAt: Date.now(), nextAttemptAt: Date.now() }));
      const headers = { 'Retry-After': '60' };
      const seen = answer(
        'post',
        'points',
        { status: 429, code: 'rate/limited', headers },
        COUNTED,
      );
      const [onEntries, onOutcome] = [vi.fn(), vi.fn()];
      onTestFinished(startOutbox({ sender: () => null, onEntries, onOutcome }));
      await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(1));
      await vi.waitFor(() => expect(onEntries.mock.lastCall?.[0]).toMatchObject([{ attempts: 1 }]));
      const told = onEntries.mock.calls.length;

      happens();
      await vi.waitFor(() => expect(onEntries.mock.calls.length).toBeGreaterThan(told));
      expect(seen).toHaveLength(1);
      expect(await readEntries()).toHaveLength(1);
    },
  );
});

describe('pauses between tries', { tags: ['once'] }, () => {
  const counted: Answer = { data: { awarded: { points: 10, coins: 15 } } };

  const failed: Answer = { status: 503, code: 'server/unavailable' };

  const putOffFor = (seconds: number): Answer => ({
    status: 429,
    code: 'x',
    headers: { 'Retry-After': `${seconds}` },
  });

  beforeEach(() => putEntry(anEntry({ createdAt: Date.now(), nextAttemptAt: Date.now() })));

  /** The outbox of a page, after its first pass. */
  async function open() {
    const onEntries = vi.fn();
    const onOutcome = vi.fn();
    const stop = startOutbox({ sender: () => null, onEntries, onOutcome });
    onTestFinished(stop);
    await settle();
    return { onEntries, onOutcome, stop };
  }

  describe('what was put off', () => {
    test('is sent by itself when its wait is over, and not before', async () => {
      const seen = answer('post', 'points', putOffFor(5), counted);
      await open();
      await pass(4999);
      expect(seen).toHaveLength(1);
      await pass(1);
      expect(seen).toHaveLength(2);
      expect(await readEntries()).toEqual([]);
      await pass(120_000);
      expect(vi.getTimerCount()).toBe(0);
    });

    test('is sent when its own wait is over, and what waits longer is not', async () => {
      const at = Date.now();
      const other = { key: 'round-2', attempts: 10, createdAt: at + 1, nextAttemptAt: at };
      await putEntry(anEntry(other));
      const seen = answer('post', 'points', putOffFor(5), failed, counted);
      await open();
      await pass(4999);
      expect(seen).toHaveLength(2);
      await pass(1);
      expect(seen).toHaveLength(3);
      expect(await readEntries()).toMatchObject([{ key: 'round-2' }]);
    });

    test('is tried as the app opens, if no server asked to wait', async () => {
      await putEntry(anEntry({ createdAt: Date.now(), nextAttemptAt: Date.now() + 20_000 }));
      const seen = answer('post', 'points', counted);
      await open();
      expect(seen).toHaveLength(1);
    });

    test('is sent at once when its player asks for it', async () => {
      const seen = answer('post', 'points', failed, counted);
      const { onOutcome } = await open();
      await sendNow();
      expect(seen).toHaveLength(2);
      expect(onOutcome.mock.lastCall).toEqual([
        'round-1',
        expect.objectContaining({ place: null }),
      ]);
      expect(onOutcome).toHaveBeenCalledTimes(2);
    });

    test('is looked at once a minute, however long its wait: a clock may have been put back', async () => {
      answer('post', 'points', putOffFor(1800));
      const { onEntries } = await open();
      const times = onEntries.mock.calls.length;
      await pass(59_999);
      expect(onEntries).toHaveBeenCalledTimes(times);
      await pass(1);
      expect(onEntries).toHaveBeenCalledTimes(times + 1);
    });

    test('is not asked about again within a second while another tab sends', async () => {
      const tab = anotherTabWith(withLocks(), OUTBOX_LOCK);
      const seen = answer('post', 'points', counted);
      await open();
      await tab.close();
      await pass(999);
      expect(seen).toHaveLength(0);
      await pass(1);
      expect(seen).toHaveLength(1);
    });
  });

  test('a page that goes into the background sends nothing for it', async () => {
    const seen = answer('post', 'points', failed, counted);
    await open();
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => visible.mockRestore());
    setHidden(true);
    await settle();
    expect(seen).toHaveLength(1);
  });

  test('an outbox that was stopped sends nothing and tells nobody', async () => {
    const seen = answer('post', 'points', failed, counted);
    const { onEntries, stop } = await open();
    stop();
    const times = onEntries.mock.calls.length;
    expect(vi.getTimerCount()).toBe(0);
    dispatchEvent(new Event('online'));
    setHidden(false);
    await sendNow();
    await queueEntry(anEntry({ key: 'round-2' }));
    await pass(60_000);
    expect(seen).toHaveLength(1);
    expect(onEntries).toHaveBeenCalledTimes(times);
  });

  test('what was refused is told of until its player has seen why', async () => {
    answer('post', 'points', { status: 410, code: 'round/expired', message: 'Too late.' });
    const { onEntries, onOutcome } = await open();
    expect(onEntries.mock.lastCall?.[0]).toMatchObject([{ refusal: { message: 'Too late.' } }]);
    expect(vi.getTimerCount()).toBe(0);
    await dismissRefused('round-1');
    expect(onEntries.mock.lastCall).toEqual([[]]);
    expect(onOutcome).toHaveBeenCalledOnce();
  });

  test('what was put into the outbox is told of before it is sent', async () => {
    answer('post', 'points', counted);
    const { onEntries } = await open();
    expect(await queueEntry(anEntry({ key: 'round-2' }))).toBe(true);
    expect(onEntries.mock.lastCall?.[0]).toMatchObject([{ key: 'round-2', attempts: 0 }]);
    await settle();
    expect(onEntries.mock.lastCall).toEqual([[]]);
  });
});
