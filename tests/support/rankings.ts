import { openRanking, type Ranking } from '../../server/boards/ranking.ts';
import type { Db } from '../../server/database/tables.ts';
import { openTestDatabase } from './test-database.ts';

/** The Valkey or Redis that tests run on; without one the sorted sets are not tested. */
export const TEST_RANK_URL = process.env.TEST_RANK_URL ?? '';

/** The rankings: the same must hold for each. */
export const RANKINGS: readonly { ranking: string; env: Record<string, string> }[] = [
  { ranking: 'the database', env: {} },
  ...(TEST_RANK_URL === '' ? [] : [{ ranking: 'sorted sets', env: { RANK_URL: TEST_RANK_URL } }]),
];

/** A ranking whose sets must answer: the database does not hide their failure. */
export function openTestRanking(rankUrl: string | null, db: Db): Promise<Ranking> {
  const warn = (what: object) => {
    throw new Error('the sorted sets failed', { cause: what });
  };
  return openRanking(rankUrl, db, { warn });
}

/** A database of its own with a ranking, for tests that need no server. */
export async function openBoards({ RANK_URL = null }: { RANK_URL?: string | null } = {}) {
  const { db, close } = await openTestDatabase();
  const ranking = await openTestRanking(RANK_URL, db);
  return {
    db,
    ranking,
    /** New players, by name. */
    addPlayers: async (names: readonly string[]): Promise<number[]> => {
      const rows = await db
        .insertInto('players')
        .values(
          names.map((username) => ({
            phone: crypto.randomUUID(),
            username,
            nickname: username,
            email: 'ada@example.com',
            platform: 'rave',
            network: 'all',
            image: null,
            created_at: new Date(0),
          })),
        )
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    close: async () => {
      await ranking.forget();
      await ranking.close();
      await close();
    },
  };
}
