import { isSoundOn } from './choices.ts';
import { pageClock } from './clock.ts';

const APPLAUSE_URL = '/sounds/applause.wav';

/** How late a sound may begin, in milliseconds. After that its moment is over. */
const LATEST_MS = 500;

/**
 * How late applause may begin, in milliseconds. It may be later because it is downloaded and its dialog
 * stays open.
 */
const APPLAUSE_LATEST_MS = 2000;

/** The tone's start and length in seconds, its pitch in hertz and its volume, up to 1. */
type Tone = [from: number, length: number, pitch: number, volume: number, shape?: OscillatorType];

/** Two pitches that beat against each other, like the pea in a whistle. */
const blow = (from: number, length: number): Tone[] => [
  [from, length, 2350, 0.08, 'square'],
  [from, length, 2397, 0.08, 'square'],
];

const SOUNDS = {
  'kick-off': blow(0, 0.35),
  'full-time': [...blow(0, 0.15), ...blow(0.25, 0.15), ...blow(0.5, 0.6)],
  right: [
    [0, 0.09, 660, 0.2],
    [0.08, 0.16, 990, 0.2],
  ],
  wrong: [
    [0, 0.12, 220, 0.2, 'triangle'],
    [0.1, 0.22, 165, 0.2, 'triangle'],
  ],
  tick: [[0, 0.04, 1200, 0.12]],
  jackpot: [523, 659, 784, 1047].map((pitch, index): Tone => [index * 0.12, 0.3, pitch, 0.2]),
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof SOUNDS;

/** The page's only audio context. Browsers allow few, and it may sound only after a tap. */
let context: AudioContext | null = null;

/** The sound to play once the audio context runs. A later sound replaces it. */
let waiting: { sound: Sound; askedAt: number } | null = null;

/**
 * Plays a sound that is made on the phone, unless its moment is over (game.md#sound-and-vibration).
 * Nothing is played in a browser without sound or while the page is hidden.
 * @param askedAt the time at which the sound was due, by the page's clock
 */
export function play(sound: Sound, askedAt: number): void {
  if (!isDue(askedAt)) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'running') playTones(context, sound);
    else wakeAndPlay(context, sound, askedAt);
  } catch {}
}

/**
 * Whether a sound may still begin: it was asked for just now, the page is visible and sounds are
 * allowed.
 */
function isDue(askedAt: number): boolean {
  return pageClock() - askedAt <= LATEST_MS && !document.hidden && isSoundOn();
}

/**
 * Resumes the audio context, then plays the sound. Browsers suspend the context of a page that was in
 * the background or has had no tap yet. The context's clock then stops, so without this wait all sounds
 * of that time would play at once.
 */
function wakeAndPlay(audio: AudioContext, sound: Sound, askedAt: number): void {
  waiting = { sound, askedAt };
  audio.resume().then(
    () => playWaiting(audio),
    () => undefined,
  );
}

function playWaiting(audio: AudioContext): void {
  if (waiting && isDue(waiting.askedAt)) playTones(audio, waiting.sound);
  waiting = null;
}

function playTones(audio: AudioContext, sound: Sound): void {
  for (const tone of SOUNDS[sound]) playTone(audio, tone);
}

function playTone(audio: AudioContext, [from, length, pitch, volume, shape = 'sine']: Tone): void {
  const start = audio.currentTime + from;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, start);
  // A tone that stops without fading out would click.
  gain.gain.linearRampToValueAtTime(0, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/**
 * Plays applause, which is downloaded only now. It is not played if the phone is offline or the
 * download takes too long.
 */
export function applaud(): void {
  const applause = new Audio(APPLAUSE_URL);
  void applause.play().catch(() => undefined);
  setTimeout(() => {
    if (applause.currentTime === 0) applause.pause();
  }, APPLAUSE_LATEST_MS);
}
