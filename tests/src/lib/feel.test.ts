import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  canVibrate,
  chooseSound,
  chooseVibration,
  isVibrationChosen,
  isVibrationOn,
  vibrate,
} from '../../../src/lib/choices.ts';
import { feel, playApplause, playSound } from '../../../src/lib/feel.ts';

describe('sounds', () => {
  const starts = vi.fn();

  /** Wakes the loudspeaker, once for all waiting callers; `null` while there are none. */
  let wake: (() => void) | null = null;

  let state = 'suspended';

  /** A loudspeaker that sleeps until it may wake, and records when each tone begins. */
  class FakeAudio {
    currentTime = 10;
    destination = {};
    asleep: Promise<void> | null = null;
    get state() {
      return state;
    }
    resume() {
      this.asleep ??= new Promise((resolve) => {
        wake = () => {
          state = 'running';
          this.asleep = null;
          resolve();
        };
      });
      return this.asleep;
    }
    createOscillator() {
      const frequency = { value: 0 };
      return {
        type: 'sine',
        frequency,
        connect: (to: unknown) => to,
        start: (at: number) => starts(frequency.value, at),
        stop: () => undefined,
      };
    }
    createGain() {
      const gain = { setValueAtTime: () => gain, linearRampToValueAtTime: () => gain };
      return { gain, connect: (to: unknown) => to };
    }
  }

  const Speaker = vi.fn(FakeAudio);

  vi.stubGlobal('AudioContext', Speaker);

  const RIGHT = [
    [660, 10],
    [990, 10.08],
  ];

  beforeEach(() => {
    vi.useFakeTimers();
    starts.mockClear();
    state = 'suspended';
    chooseSound(true);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** The file with the sounds is there. */
  const loaded = () => vi.dynamicImportSettled();

  /** The phone lets the page make sound, some milliseconds after the request. */
  async function wakeAfter(ms: number) {
    await loaded();
    await vi.advanceTimersByTimeAsync(ms);
    wake?.();
    await vi.advanceTimersByTimeAsync(0);
  }

  test('nothing sounds, and no loudspeaker is asked for, until the player turns sounds on', async () => {
    chooseSound(false);
    playSound('kick-off');
    feel('wrong');
    await loaded();
    expect(Speaker).not.toHaveBeenCalled();
  });

  test('each sound is made of its tones, by one loudspeaker, which is woken', async () => {
    playSound('right');
    await wakeAfter(20);
    expect(starts.mock.calls).toEqual(RIGHT);
    feel('tick');
    playSound('jackpot');
    await loaded();
    expect(starts).toHaveBeenCalledTimes(2 + 1 + 4);
    expect(Speaker).toHaveBeenCalledTimes(1);
  });

  test('of what was asked for while the loudspeaker slept the last sounds, once', async () => {
    playSound('kick-off');
    feel('tick');
    feel('tick');
    playSound('right');
    await wakeAfter(20);
    expect(starts.mock.calls).toEqual(RIGHT);
  });

  test('what waited too long, or was turned off meanwhile, does not sound', async () => {
    feel('tick');
    await wakeAfter(2000);
    expect(starts).not.toHaveBeenCalled();
    state = 'suspended';
    feel('tick');
    chooseSound(false);
    await wakeAfter(20);
    expect(starts).not.toHaveBeenCalled();
  });

  test('a page that nobody sees is still, and has nothing to catch up on', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const plays = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    feel('tick');
    playSound('full-time');
    playApplause();
    hidden.mockReturnValue(false);
    await wakeAfter(20);
    expect(starts).not.toHaveBeenCalled();
    expect(plays).not.toHaveBeenCalled();
  });

  test('applause that the line brings too late is not played', async () => {
    const plays = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const pauses = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    const played = vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get');
    playApplause();
    await loaded();
    played.mockReturnValue(0.4);
    await vi.advanceTimersByTimeAsync(5000);
    expect(pauses).not.toHaveBeenCalled();
    playApplause();
    await loaded();
    played.mockReturnValue(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(plays).toHaveBeenCalledTimes(2);
    expect(pauses).toHaveBeenCalledTimes(1);
  });
});

describe('vibration', () => {
  const shake = vi.fn(() => true);

  beforeEach(() => {
    shake.mockClear();
    Object.assign(navigator, { vibrate: shake });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    chooseVibration(false);
    localStorage.clear();
    Reflect.deleteProperty(navigator, 'vibrate');
  });

  test('is off until the player allows it, and remembers nothing but that', () => {
    expect([isVibrationOn(), isVibrationChosen()]).toEqual([false, false]);
    vibrate('right');
    expect(shake).not.toHaveBeenCalled();
    chooseVibration(true);
    expect({ ...localStorage }).toEqual({ 'fom-vibration': 'on' });
    vibrate('right');
    expect(shake.mock.calls).toEqual([[[40]]]);
    chooseVibration(false);
    expect({ ...localStorage }).toEqual({ 'fom-vibration': 'off' });
    // A player who declined is not asked again.
    expect([isVibrationOn(), isVibrationChosen()]).toEqual([false, true]);
  });

  test('does nothing where the phone cannot', () => {
    Reflect.deleteProperty(navigator, 'vibrate');
    chooseVibration(true);
    expect(canVibrate()).toBe(false);
    expect(() => vibrate('wrong')).not.toThrow();
  });

  test('a phone that keeps nothing follows the choice as long as the page lives', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
    expect(isVibrationOn()).toBe(false);
    chooseVibration(true);
    expect(isVibrationOn()).toBe(true);
    chooseVibration(false);
    expect(isVibrationOn()).toBe(false);
  });
});
