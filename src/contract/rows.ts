import * as v from 'valibot';

/** Collects the reasons why rows are left out while `readRows` runs; `null` at any other time. */
let leftOut: v.BaseIssue<unknown>[] | null = null;

/** Records why a row of a list is left out. It serves as the fallback of `v.fallback`. */
export function leaveOut(row?: { issues?: readonly v.BaseIssue<unknown>[] | undefined }): never {
  leftOut?.push(...(row?.issues ?? []));
  return undefined as never;
}

/**
 * A list of independent rows. An unreadable row is left out, or replaced by what `instead` returns
 * for the rows and the row's index. The other rows stay (errors.md#odd-rows). Do not use it for
 * rows that belong together, such as a round's questions.
 */
/* @__NO_SIDE_EFFECTS__ */
export function rowsOf<Row extends v.GenericSchema>(
  row: Row,
  instead?: (
    rows: readonly (v.InferOutput<Row> | undefined)[],
    index: number,
  ) => v.InferOutput<Row>,
) {
  const list = v.array(row);
  const lenient = v.array(v.fallback(row, leaveOut));
  const run: (typeof list)['~run'] = (dataset, config) => {
    const read = lenient['~run'](dataset, config);
    if (!read.typed) return read;
    const { value } = read;
    read.value = instead
      ? value.map((one, index) => one ?? instead(value, index))
      : value.filter((one) => one !== undefined);
    return read;
  };
  return { ...list, '~run': run };
}

/** Parses by a schema as `safeParse` does. `leftOut` lists the reasons why rows were left out. */
export function readRows<Schema extends v.GenericSchema>(schema: Schema, input: unknown) {
  const issues: v.BaseIssue<unknown>[] = [];
  leftOut = issues;
  try {
    return { ...v.safeParse(schema, input), leftOut: issues };
  } finally {
    leftOut = null;
  }
}

/** The fields that made rows unreadable, such as `fmuser.name`, each named once. */
export function oddFields(issues: readonly v.BaseIssue<unknown>[]): string {
  return [...new Set(issues.map((issue) => v.getDotPath(issue) ?? 'the row'))].join(', ');
}
