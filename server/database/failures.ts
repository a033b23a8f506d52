type Failure = { code?: unknown; constraint?: unknown; message?: unknown };

/** The code of a read-only database. It follows another database, which can be asked. */
export const READS_ONLY = '25006';
/** SQLSTATE classes and codes of a database that is down, starting, stopping, overloaded or read-only. */
const DOWN_SQLSTATE = new RegExp(`^(08|57P0|53|${READS_ONLY})`);
const DOWN_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
]);
/** Messages of `pg`, which has no code for a connection that breaks or cannot be made. */
const DOWN_MESSAGE =
  /Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout|PGlite is clos/;
/** Codes for transactions that were in each other's way or took too long. Asking again helps. */
const IN_THE_WAY = new Set(['40001', '40P01', '55P03', '57014', '25P03']);

/** Whether an error says that the database cannot be asked right now. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Failure;
  if (typeof code === 'string') {
    if (DOWN_SQLSTATE.test(code) || DOWN_NETWORK.has(code) || IN_THE_WAY.has(code)) return true;
  }
  return typeof message === 'string' && DOWN_MESSAGE.test(message);
}

/**
 * SQLSTATE and network codes of a database that is stopped, starting or not found. Overload causes none of
 * these codes.
 */
const AWAY = /^(08001|08004|57P0[123]|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;

/** Whether an error says that there was no database, rather than that the database had too much to do. */
export function isDatabaseAway(error: unknown): boolean {
  return AWAY.test(String(((error ?? {}) as Failure).code));
}

/** SQLSTATE of a transaction that was undone because of others. The whole transaction may be tried again. */
const UNDONE_BY_OTHERS = new Set(['40001', '40P01']);

/** Whether an error says that a transaction was undone because others were in its way. */
export function isUndoneByOthers(error: unknown): boolean {
  return UNDONE_BY_OTHERS.has(String(((error ?? {}) as Failure).code));
}

/** SQLSTATE of a text with NUL, which PostgreSQL cannot hold: in a text, and in JSON. */
const NOT_A_TEXT = new Set(['22021', '22P05']);

/** Whether an error says that a text has a character that the database cannot keep. */
export function isNotKeepable(error: unknown): boolean {
  return NOT_A_TEXT.has(String(((error ?? {}) as Failure).code));
}

/** Whether an error is the database's refusal by the named CHECK constraint. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  const failure = (error ?? {}) as Failure;
  return failure.code === '23514' && failure.constraint === constraint;
}
