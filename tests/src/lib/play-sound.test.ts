import { beforeEach, expect, test, vi } from 'vitest';
import { feel } from '../../../src/lib/feel.ts';
import { playSound } from '../../../src/lib/play-sound.ts';
import { chooseSound } from '../../../src/lib/sound.ts';

const starts = vi.fn();
const resume = vi.fn(async () => undefined);

/** A loudspeaker that notes when each tone begins and ends. */
class FakeAudio {
  state = 'suspended';
  currentTime = 10;
  destination = {};
  resume = resume;
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

beforeEach(() => {
  starts.mockClear();
  chooseSound(false);
});

test('nothing sounds, and no loudspeaker is asked for, until the player turns sounds on', () => {
  playSound('kick-off');
  feel('wrong');
  expect(Speaker).not.toHaveBeenCalled();
});

test('each sound is made of its tones, by one loudspeaker, which is woken', () => {
  chooseSound(true);
  playSound('right');
  expect(starts.mock.calls).toEqual([
    [660, 10],
    [990, 10.08],
  ]);
  feel('tick');
  playSound('jackpot');
  expect(starts).toHaveBeenCalledTimes(2 + 1 + 4);
  expect(Speaker).toHaveBeenCalledTimes(1);
  expect(resume).toHaveBeenCalledTimes(3);
});
