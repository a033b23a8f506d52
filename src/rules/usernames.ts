import { USERNAME_MAX } from './players.ts';

const ADJECTIVES = [
  'Swift',
  'Bold',
  'Lucky',
  'Calm',
  'Sharp',
  'Brave',
  'Quick',
  'Proud',
  'Loyal',
  'Smart',
  'Cool',
  'Keen',
];

const NOUNS = [
  'Lion',
  'Eagle',
  'Boot',
  'Goal',
  'Striker',
  'Keeper',
  'Derby',
  'Whistle',
  'Falcon',
  'Star',
  'Pitch',
  'Winger',
];

/**
 * A new username of 10 characters or fewer. `random` gives numbers from 0 up to 1
 * (game.md#usernames).
 */
export function makeUsername(random: () => number): string {
  const adjective = pick(ADJECTIVES, random());
  const fitting = NOUNS.filter((noun) => adjective.length + noun.length <= USERNAME_MAX);
  return adjective + pick(fitting, random());
}

function pick(words: readonly string[], random: number): string {
  return words[Math.floor(random * words.length)] ?? '';
}
