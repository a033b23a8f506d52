import type { Db } from '../database/tables.ts';

/** Who may not choose a picture or a nickname, and until when; what is lifted first stands first. */
export async function showLocks(db: Db, now: number): Promise<string[]> {
  const at = new Date(now);
  const players = await db
    .selectFrom('players')
    .select(['id', 'phone', 'nickname', 'picture_locked_until', 'name_locked_until'])
    .where((eb) => eb.or([eb('picture_locked_until', '>', at), eb('name_locked_until', '>', at)]))
    .orderBy(({ fn }) => fn('least', ['picture_locked_until', 'name_locked_until']))
    .orderBy('id')
    .execute();
  if (players.length === 0) return ['Nothing is locked'];
  return players.map(({ id, phone, nickname, picture_locked_until, name_locked_until }) => {
    const until = (what: string, end: Date | null) =>
      end !== null && end > at ? [`${what} until ${end.toISOString()}`] : [];
    const locked = [
      ...until('picture', picture_locked_until),
      ...until('nickname', name_locked_until),
    ];
    return `${id} ${phone} ${nickname}: ${locked.join(', ')}`;
  });
}
