import * as v from 'valibot';
import { StartError } from './start-error.ts';

/**
 * Says that a variable of the environment is wrong. The message names the variable, its value and what is
 * allowed.
 */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type Variable<Value> = {
  name: string;
  fallback: Value;
  allowed: string;
  schema: v.GenericSchema<string, Value>;
};

/** Checks for a complete address with one of these protocols, such as `https:`. */
export const wholeUrl = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
  );

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  v.picklist(words) as v.GenericSchema<string, Word>;

/** Reads a variable; an empty one counts as not set. Throws ConfigError if its value is wrong. */
export function readVariable<Value>(
  env: Environment,
  { name, fallback, allowed, schema }: Variable<Value>,
): Value {
  const text = env[name]?.trim() ?? '';
  if (text === '') return fallback;
  const result = v.safeParse(schema, text);
  if (result.success) return result.output;
  throw new ConfigError(`${name} is ${shown(name, text)}. Allowed: ${allowed}.`);
}

/** The value as a terminal or a log may show it: without a secret, and an address without its password. */
function shown(name: string, text: string): string {
  if (/_(SECRET|TOKEN|KEYS?)$/.test(name)) return `wrong (${text.length} characters)`;
  const isAddress = name.endsWith('_URL');
  // Addresses inside JSON may have passwords too.
  const bare = isAddress ? text.replace(/^.*@/, '…@') : text.replace(/:\/\/[^/"\s]*@/g, '://…@');
  return JSON.stringify(bare.length > 80 ? `${bare.slice(0, 80)}…` : bare);
}
