import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import fc from 'fast-check';
import type * as v from 'valibot';
import { sandboxHolderOf } from '../../../server/sandbox/bank-listing.ts';

/**
 * Valid values of a field by its name, if a schema cannot say what is valid. `@own:phone@` is
 * replaced when the call is made: see `cast.ts`.
 */
const GOOD: Record<string, readonly unknown[]> = {
  phone: ['@own:phone@', '@other:phone@', '@new:phone@'],
  msisdn: ['@own:phone@', '@other:phone@'],
  email: ['ada@example.com'],
  name: ['ada', 'Bola 9'],
  categoryId: ['la-liga', 'serie-a', 'eredivisie'],
  month: ['2026-11', '2026-10'],
  id: ['@own:id@', '@other:id@', '@own:run@', '@other:run@', '@own:question@', '@own:challenge@'],
  challenge: ['@own:challenge@', '@other:challenge@'],
  proof: ['@new:proof@'],
  round: ['@own:round@', '@other:round@', { id: '@own:run@' }],
  roundId: ['@own:roundId@', '@other:roundId@'],
  questionId: ['@own:question@'],
  reference: ['@own:reference@', '@own:collection@', '@other:reference@', 'FOM-abcdefghijklmnopqr'],
  product: ['plan-weekly', 'plan-daily', 'coins-100', 'coins-500', 'rush-ticket'],
  amount: ['100', '20000', 500],
  accountId: ['SBX-08030000055'],
  acctNumber: ['0123456781'],
  account_number: ['0123456781'],
  acctName: [sandboxHolderOf('0123456781')],
  bankName: ['Access Bank'],
  bank_code: ['044'],
  code: ['123456', '@own:code@'],
  dob: ['1990-05-17', '2015-05-17'],
  state: ['Lagos'],
  city: ['Ikeja'],
  build: ['abcd-123'],
  version: ['0.6.0'],
  frames: [['main-abcd-123.js:1:20'], ['sw.js:1:1']],
};

/** Values that a schema of the contract accepts, as far as JSON Schema can say. */
export function inputsOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return valuesOf(toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }));
}

/** Values of a field: mostly valid ones by its name. */
export function named(name: string, schema: JsonSchema = { type: 'string' }) {
  const good = GOOD[name];
  const drawn = valuesOf(schema);
  if (!good) return drawn;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...good) }, drawn);
}

function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one) => valuesOf(one as JsonSchema)));
  switch (schema.type) {
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer(rangeOf(schema));
    case 'number':
      return fc.oneof(fc.integer(rangeOf(schema)), fc.double({ ...rangeOf(schema), noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 12 } = schema;
      return fc.array(valuesOf(items as JsonSchema), { minLength: minItems, maxLength: maxItems });
    }
    case 'object':
      return recordsOf(schema);
    default:
      return fc.jsonValue();
  }
}

function recordsOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, named(name, field as JsonSchema)] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required as never[],
    noNullPrototype: true,
  });
}

const rangeOf = ({ minimum = -1000, maximum = 1_000_000 }: JsonSchema) => ({
  min: minimum,
  max: maximum,
});

function textsOf({ pattern, format, minLength = 0, maxLength = 40 }: JsonSchema) {
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) {
    // fast-check reads neither classes of Unicode nor lookahead.
    return /\\p|\(\?!/i.test(pattern)
      ? fc.constant('Lagos')
      : fc.stringMatching(new RegExp(pattern));
  }
  return fc.string({ minLength, maxLength });
}
