import type { Period } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import type { TierPart } from '../../src/rules/tier-parts.ts';
import { periodOf } from '../boards/boards.ts';
import type { Db } from '../database/tables.ts';
import { readVersions, versionAt } from './table.ts';
import { readTierParts } from './tier-parts.ts';

/** So late at most a ticket shows in what is told. */
const TOLD_FOR_MS = 30_000;

/** Reads what the tiers of a pool's day pay by the tickets so far. */
export type TellTierParts = (pool: Pool, which: 'current' | 'previous') => Promise<TierPart[]>;

type Told = { startsAt: number; until: number; parts: Promise<TierPart[]> };

/** Tells all who ask within half a minute the same: not every board costs a look at the day's runs. */
export function tellTierParts(db: Db, now: () => number): TellTierParts {
  const told = new Map<string, Told>();
  return (pool, which) => {
    const at = now();
    const period = periodOf('rush', at, which);
    const { startsAt } = period;
    const key = `${pool} ${which}`;
    const last = told.get(key);
    if (last?.startsAt === startsAt && at < last.until) return last.parts;
    const parts = read(db, pool, period);
    told.set(key, { startsAt, until: at + TOLD_FOR_MS, parts });
    parts.catch(() => told.delete(key));
    return parts;
  };
}

async function read(db: Db, pool: Pool, period: Period): Promise<TierPart[]> {
  const version = versionAt(await readVersions(db), period.startsAt);
  return version ? readTierParts(db, { pool, period }, version.rows) : [];
}
