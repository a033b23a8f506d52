import type { Pool } from '../../src/rules/networks.ts';
import type { BoardName } from '../boards/boards.ts';
import type { Id, Time } from './columns.ts';

/** The tables of the leaderboards. */
export type BoardTables = {
  board_scores: {
    board: BoardName;
    pool: Pool;
    period_start: Time;
    player_id: number;
    points: number;
    reached_at: Time;
  };
  board_points: {
    board: BoardName;
    pool: Pool;
    period_start: Time;
    points: number;
    players: number;
  };
  board_slices: {
    board: BoardName;
    pool: Pool;
    period_start: Time;
    points: number;
    slice: number;
    players: number;
  };
  board_changes: {
    id: Id;
    board: BoardName;
    pool: Pool;
    period_start: Time;
    player_id: number;
  };
};
