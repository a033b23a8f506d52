import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import type { Db } from './tables.ts';

/**
 * Records whether money is played or real, when the first server that moves money starts. The record never
 * changes, since played money never becomes real (go-live.md#going-live). Throws StartError if the database
 * has the other kind. It has to be called before any money moves.
 */
export async function keepMoneyApart(
  db: Db,
  { moneyKind }: Pick<Config, 'moneyKind'>,
  now: number,
): Promise<void> {
  if (moneyKind === null) return;
  await db
    .insertInto('money_kind')
    .values({ kind: moneyKind, since: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await readMoneyKind(db);
  if (kept === null || kept.kind === moneyKind) return;
  const since = kept.since.toISOString().slice(0, 10);
  throw new StartError(
    kept.kind === 'played'
      ? `This database was played with stand-ins of money or of sign-in (since ${since}), and this server has a real provider. ` +
          'Stop the servers and start a new database: npm run admin -- go-live (docs/operations/go-live.md).'
      : `This database is for real money (since ${since}), and this server has stand-ins. ` +
          'Name its providers and SIGN_IN_POLICY, or another DATABASE_URL or DATA_DIR.',
  );
}

/**
 * Does the same for a command. On a database without players a command records nothing, since it can move no
 * money.
 */
export async function keepMoneyApartIfPlayed(
  db: Db,
  config: Pick<Config, 'moneyKind'>,
  now: number,
): Promise<void> {
  const player = await db.selectFrom('players').select('id').limit(1).executeTakeFirst();
  if (!player && (await readMoneyKind(db)) === null) return;
  await keepMoneyApart(db, config, now);
}

/** Reads the kind of a database's money; `null` if no server has moved money with it. */
export async function readMoneyKind(db: Db) {
  const row = await db.selectFrom('money_kind').selectAll().executeTakeFirst();
  return row ?? null;
}
