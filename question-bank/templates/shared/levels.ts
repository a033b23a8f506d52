import { LEVELS, type Level } from '../../question.ts';

const moved = (level: Level, by: number): Level => LEVELS[LEVELS.indexOf(level) + by] ?? level;

/** The next level up; hard stays hard. */
export const harder = (level: Level): Level => moved(level, 1);

/** The next level down; easy stays easy. */
export const easier = (level: Level): Level => moved(level, -1);
