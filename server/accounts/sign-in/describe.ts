import type { Db } from '../../database/tables.ts';
import { countsOfHour } from '../../http/hour-counts.ts';

const COUNTED = { code: 'asked', 'code-try': 'wrong', 'code-right': 'right' } as const;

/** How sign-in by codes fares in this hour, for Prometheus: many wrong ones are somebody who guesses. */
export async function describeSignIns(db: Db, now: number): Promise<string[]> {
  const counts = await countsOfHour(db, now);
  return [
    '# HELP fom_sign_in_codes Codes of this hour: asked for, tried wrong, tried right.',
    '# TYPE fom_sign_in_codes gauge',
    ...Object.entries(COUNTED).map(([kind, what]) => {
      const calls = counts.find((one) => one.kind === kind)?.calls ?? 0;
      return `fom_sign_in_codes{what="${what}"} ${calls}`;
    }),
    '# HELP fom_sign_in_wrong_codes_most Wrong codes of this hour from the address that has most.',
    '# TYPE fom_sign_in_wrong_codes_most gauge',
    `fom_sign_in_wrong_codes_most ${counts.find(({ kind }) => kind === 'code-try')?.most ?? 0}`,
  ];
}
