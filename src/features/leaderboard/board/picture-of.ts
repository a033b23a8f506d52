import type { BoardRow } from '../../../contract/boards.ts';
import { fetchesLittle } from '../../../lib/saves-data.ts';

/** The picture that a board shows of a player: where little is fetched, their shirt (flows.md#save-data). */
export function pictureOf(row: BoardRow): string | null | undefined {
  return fetchesLittle() ? null : row.fmuser.image;
}
