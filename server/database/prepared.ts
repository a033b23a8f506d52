import type pg from 'pg';

/** Each connection keeps a plan for each: more than there are statements. */
const MOST = 2000;
/** A list makes a new text for each of its lengths: those would use up the names. */
const MOST_VALUES = 24;
/** What PostgreSQL says, in whatever language, where a table has other columns than when a statement was prepared. */
const OUTDATED = { code: '0A000', routine: 'RevalidateCachedQuery' };

/** The names of statements, and how often all of them have become outdated. */
const names = new Map<string, string>();
let generation = 0;

/**
 * Has a connection's statements prepared once, by name: to plan one anew each time takes the database
 * as long as carrying it out.
 */
export function prepareByName(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as (asked: pg.QueryConfig) => Promise<pg.QueryResult>;
  const askByName = async (text: string, values: unknown[] = []) => {
    const name = values.length > 0 && values.length <= MOST_VALUES ? nameOf(text) : null;
    if (name === null) return ask({ text, values });
    try {
      return await ask({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // By a new version beside this one: prepared anew from now on, and asked again as what was in the way.
      generation += 1;
      names.clear();
      throw Object.assign(error as Error, { code: '40001' });
    }
  };
  client.query = askByName as typeof client.query;
}

function isOutdated(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as Partial<typeof OUTDATED>;
  return code === OUTDATED.code && routine === OUTDATED.routine;
}

function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST) return null;
  const name = `s${generation}-${names.size}`;
  names.set(text, name);
  return name;
}
