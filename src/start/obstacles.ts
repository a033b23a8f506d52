import { isApiError } from '../lib/errors.ts';

/** What keeps a level from being started, as this phone sees it or as the server says. */
export type Obstacle =
  /** A round is open on this phone, or saved on it, or nothing can be saved there. */
  | 'open'
  | 'saved'
  | 'unkept'
  /** The server has two unfinished rounds of the player, on this phone or another. */
  | 'unfinished'
  | 'inactive'
  | 'coins'
  | 'plays'
  | 'network';

/** An obstacle that this phone sees by itself: no round is asked for. */
export class ObstacleError extends Error {
  override readonly name = 'ObstacleError';
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(`no round is started: ${obstacle}`);
    this.obstacle = obstacle;
  }
}

const CODES: Readonly<Record<string, Obstacle>> = {
  'subscription/inactive': 'inactive',
  'wallet/insufficient-coins': 'coins',
  'plays/cap-reached': 'plays',
  'round/too-many': 'unfinished',
};

/** The obstacle that a failed start met; `null` where something else went wrong. */
export function obstacleOf(error: unknown): Obstacle | null {
  if (error instanceof ObstacleError) return error.obstacle;
  return (isApiError(error) && CODES[error.code]) || null;
}
