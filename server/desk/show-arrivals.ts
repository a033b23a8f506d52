import { readArrivals } from '../accounts/arrivals.ts';
import type { Db } from '../database/tables.ts';

/** A day's sign-ups and log-ins, by source and campaign, and all of them. */
export async function showArrivals(db: Db, day: string): Promise<string[]> {
  const rows = await readArrivals(db, day);
  if (rows.length === 0) return [`Nobody signed up or logged in on ${day}`];
  const sum = (of: 'signUps' | 'logIns') => rows.reduce((all, row) => all + row[of], 0);
  return [
    ...rows.map(({ source, campaign, signUps, logIns }) => {
      const by = campaign === '' ? source : `${source}, campaign ${campaign}`;
      return `${signUps} sign-ups, ${logIns} log-ins: ${by}`;
    }),
    `${sum('signUps')} sign-ups, ${sum('logIns')} log-ins in all`,
  ];
}
