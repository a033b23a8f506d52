import * as v from 'valibot';
import type { Variable } from './environment.ts';
import { plainPage, reachable } from './links.ts';

/** Who runs the paid tournament, by which permit, and where its rules and its support are. */
export type Promotion = { promoter: string; permit: string; rules: string; support: string };

const line = v.pipe(v.string(), v.regex(/^(?=.*\S)[^\n<>]{1,200}$/));

/** Without it the tournament is closed wherever money is real, as JSON. */
export const CONTEST: Variable<Promotion | null> = {
  name: 'CONTEST',
  fallback: null,
  allowed:
    'JSON with all of {"promoter":"Example Games Ltd, 1 Marina, Lagos","permit":"NLRC/12/34",' +
    '"rules":"https://example.ng/rush-rules","support":"tel:0700123"}; promoter and permit are one line ' +
    'of up to 200 characters, rules https:// without a password, support https://, mailto: or tel:',
  schema: v.pipe(
    v.string(),
    v.parseJson(),
    v.strictObject({ promoter: line, permit: line, rules: plainPage, support: reachable }),
  ),
};
