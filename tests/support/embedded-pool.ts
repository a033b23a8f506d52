import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { watched } from '../../server/database/embedded.ts';
import type { OpenDatabase, Tables } from '../../server/database/tables.ts';

/** An embedded database, and the shape of its tables at the start. */
type Started = { pglite: PGlite; shape: string };

/** The databases of this worker that no test file uses. */
const idle: Started[] = [];

/**
 * An embedded database in its first state, for a test file; it is returned, and goes to the
 * worker's next file. Starting one takes long, emptying one does not.
 */
export async function lendEmbedded(start: () => Promise<PGlite>): Promise<OpenDatabase> {
  const lent = idle.pop() ?? (await noteContent(await start()));
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: leftOpen(lent.pglite) }) });
  return {
    db,
    close: async () => {
      // Later queries are told that the database is gone.
      await db.destroy();
      await takeBack(lent);
    },
  };
}

/** A test file's view of a database that outlives it. */
const leftOpen = (pglite: PGlite) => ({ ...watched(pglite, () => {}), close: async () => {} });

/** Records the contents of the tables before anybody used them. */
async function noteContent(pglite: PGlite): Promise<Started> {
  await pglite.exec(`
    create schema content;
    create table content.numbers as
      select sequencename as name, last_value, start_value
      from pg_sequences where schemaname = 'public';
    do $$
    declare one name; is_filled boolean;
    begin
      for one in select tablename from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from public.%I)', one) into is_filled;
        if is_filled then
          execute format('create table content.of_%s as table public.%I', one, one);
        end if;
      end loop;
    end $$`);
  return { pglite, shape: await shapeOf(pglite) };
}

/** A database whose tables a test changed is of no use to the next. */
async function takeBack({ pglite, shape }: Started): Promise<void> {
  await pglite.exec('discard all');
  await pglite.exec(RESTORE);
  if ((await shapeOf(pglite)) === shape) idle.push({ pglite, shape });
  else await pglite.close();
}

/**
 * Empties all filled tables, whatever their triggers, restores the first rows, and resets the
 * counters.
 */
const RESTORE = `
  do $$
  declare one name; is_filled boolean; filled text[] := '{}';
  begin
    perform set_config('session_replication_role', 'replica', true);
    for one in select tablename from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from public.%I)', one) into is_filled;
      if is_filled then filled := filled || format('public.%I', one); end if;
    end loop;
    execute 'truncate ' || array_to_string(filled, ', ') || ' cascade';
    for one in select substr(tablename, 4) from pg_tables
      where schemaname = 'content' and tablename like 'of\\_%'
    loop
      execute format(
        'insert into public.%I overriding system value table content.of_%s', one, one);
    end loop;
    perform setval(format('public.%I', name)::regclass, coalesce(last_value, start_value), last_value is not null)
    from content.numbers;
  end $$`;

async function shapeOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ shape: string }>(`
    select md5(string_agg(part, chr(10) order by part)) as shape from (
      select format('%s %s %s %s %s', attrelid::regclass, attnum, attname, atttypid, attnotnull)
      from pg_attribute join pg_class on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace
      union all
      select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select indexdef from pg_indexes where schemaname = 'public'
      union all
      select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger
      union all
      select format('%s %s', proname, prosrc) from pg_proc
      where pronamespace = 'public'::regnamespace
    ) as parts (part)`);
  return rows[0]?.shape ?? '';
}
