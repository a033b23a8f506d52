import { hash } from '../text/hash.ts';

/**
 * Three numbers near `value`, none below `least`. The seed decides how many of them are smaller
 * than `value`. If `value` were always in the middle, players would learn to tap the middle number.
 */
export function nearNumbers(value: number, widest: number, seed: string, least = 0): string[] {
  const smaller = hash(`${seed} smaller`) % 4;
  const numbers: number[] = [];
  let low = value;
  let high = value;
  for (let turn = 0; turn < 3; turn += 1) {
    const gap = 1 + (hash(`${seed} gap ${turn}`) % widest);
    if (turn < smaller && low - gap >= least) {
      low -= gap;
      numbers.push(low);
    } else {
      high += gap;
      numbers.push(high);
    }
  }
  return numbers.map(String);
}

/**
 * Scores that differ from the given score by one or two goals: first those with the same outcome,
 * then the others.
 */
export function nearScores(first: number, second: number): string[][] {
  const close: string[] = [];
  const other: string[] = [];
  for (let a = Math.max(0, first - 2); a <= first + 2; a += 1) {
    for (let b = Math.max(0, second - 2); b <= second + 2; b += 1) {
      const away = Math.abs(a - first) + Math.abs(b - second);
      if (away === 0 || away > 2) continue;
      const sameOutcome = Math.sign(a - b) === Math.sign(first - second);
      (sameOutcome ? close : other).push(`${a}-${b}`);
    }
  }
  return [close, other];
}
