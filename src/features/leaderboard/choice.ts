/** The address's choice; the first value where it says nothing (`null`) or something else. */
export function choiceOf<Value extends string>(
  given: string | null,
  values: readonly [Value, ...Value[]],
): Value {
  return values.find((value) => value === given) ?? values[0];
}
