import * as v from 'valibot';

const baseSchema = v.pipe(
  v.string(),
  v.regex(/^(\/|https?:\/\/)\S*$/, 'must be a path like /api/v2 or an http(s) address'),
  v.transform((base) => base.replace(/\/+$/, '')),
);

const schema = v.object({
  VITE_API_URL: v.optional(baseSchema, '/api/v2'),
  VITE_STATIC_URL: v.optional(baseSchema, '/static'),
  VITE_API_ADDITIONS: v.optional(v.picklist(['on', 'off'])),
});

/** Where the app finds what, and what the API offers. */
export type Env = {
  apiUrl: string;
  staticUrl: string;
  /** Whether the API takes our additions: idempotency keys, rounds, a round's own credential. */
  hasAdditions: boolean;
};

/**
 * Reads the build-time variables (contract, "Where things are served").
 * @throws an Error that names the bad variable, its value and what is allowed
 */
export function readEnv(raw: Record<string, unknown>): Env {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(schema, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${v.getDotPath(issue)}=${JSON.stringify(issue.input)}: ${issue.message}`);
  }
  const { VITE_API_URL, VITE_STATIC_URL, VITE_API_ADDITIONS } = parsed.output;
  const additions = VITE_API_ADDITIONS ?? (VITE_API_URL.startsWith('/') ? 'on' : 'off');
  return { apiUrl: VITE_API_URL, staticUrl: VITE_STATIC_URL, hasAdditions: additions === 'on' };
}

/** The app's environment. */
export const env: Env = readEnv(import.meta.env);
