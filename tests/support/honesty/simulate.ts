import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { flagsOfTimes } from '../../../server/rounds/flags.ts';
import { flagsOfWeek, type Week } from '../../../server/rounds/week-flags.ts';
import { type Person, person } from './people.ts';
import { SCRIPTS } from './programs.ts';
import type { Chance } from './stock.ts';
import { Career } from './weeks.ts';

const WEEKS_EACH = 4;

/** Weeks of honest players and of scripts, and how many of them are flagged, for what. */
export type Flagged = { weeks: number; flagged: number; kinds: Record<string, number> };

export type Caught = Flagged & { name: string };

/** Honest players, of all strengths unless said otherwise, four weeks each. */
export function honestWeeks(
  weeks: number,
  seed: number,
  who: (next: Chance) => Person = person,
): Flagged {
  const next = seededNumbers(seed);
  return judged(
    (function* () {
      for (let player = 0; player < weeks / WEEKS_EACH; player += 1) {
        const career = new Career(who(next), next);
        for (let week = 0; week < WEEKS_EACH; week += 1) yield career.week();
      }
    })(),
  );
}

/** The week in which a player sets a script to play for them, by its cunning. */
export function scriptWeeks(weeksEach: number, seed: number): Caught[] {
  const next = seededNumbers(seed);
  return SCRIPTS.map(({ name, of }) => {
    const played = Array.from({ length: weeksEach }, () => {
      const career = ordinary(next);
      career.week();
      return career.week(of(career.who, next));
    });
    return { name, ...judged(played) };
  });
}

/** Most who cheat know less than those who win. */
function ordinary(next: Chance): Career {
  const who = person(next);
  return new Career({ ...who, skill: Math.min(0.5, who.skill) }, next);
}

function judged(weeks: Iterable<Week>): Flagged {
  const found: Flagged = { weeks: 0, flagged: 0, kinds: {} };
  for (const week of weeks) {
    const flags = [
      ...week.rounds.flatMap(({ answers }) => flagsOfTimes(answers)),
      ...flagsOfWeek(week),
    ];
    const kinds = new Set(flags.map((flag) => flag.split(':')[0] ?? ''));
    found.weeks += 1;
    if (flags.length > 0) found.flagged += 1;
    for (const kind of kinds) found.kinds[kind] = (found.kinds[kind] ?? 0) + 1;
  }
  return found;
}
