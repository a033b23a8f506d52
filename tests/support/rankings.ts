import { openRanking } from '../../server/boards/open-ranking.ts';
import { openTestDatabase } from './test-database.ts';

/** The Valkey or Redis that tests run on; without one the sorted sets are not tested. */
export const TEST_RANK_URL = process.env.TEST_RANK_URL ?? '';

/** The rankings there are: the same must hold for each. */
export const RANKINGS: readonly { ranking: string; env: Record<string, string> }[] = [
  { ranking: 'the database', env: {} },
  ...(TEST_RANK_URL === '' ? [] : [{ ranking: 'sorted sets', env: { RANK_URL: TEST_RANK_URL } }]),
];

/** A database of its own with a ranking, for tests that need no server. */
export async function openBoards({ RANK_URL = null }: { RANK_URL?: string | null } = {}) {
  const { db, close } = await openTestDatabase();
  // A set that fails must not be covered up by the database.
  const warn = (what: object) => {
    throw new Error('the sorted sets failed', { cause: what });
  };
  const ranking = await openRanking(RANK_URL, db, { warn });
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
