import { PICTURE_MAX_BYTES, type Picture } from '../../src/contract/picture.ts';

/** True for a picture small enough for a round of ten (docs/game.md#pictures). */
export const pictureFits = (picture: Picture): boolean =>
  Buffer.byteLength(JSON.stringify(picture)) <= PICTURE_MAX_BYTES;

/** The names and headings written in a picture. */
export function namesIn(picture: Picture | undefined): string[] {
  switch (picture?.kind) {
    case 'career':
      return picture.clubs.map(([name]) => name);
    case 'table':
      return [picture.season, ...picture.rows.map(([name]) => name)].filter(isName);
    case 'score': {
      const { sides, scorers = [[], []], note = null } = picture;
      return [...sides, ...scorers.flat(), note].filter(isName);
    }
    default:
      return [];
  }
}

const isName = (name: string | null): name is string => name !== null;
