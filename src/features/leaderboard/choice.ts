/**
 * What the address chooses; the first of the values where it says nothing or something else.
 * @param given a parameter's value, `null` where it is not there
 */
export function choiceOf<Value extends string>(
  given: string | null,
  values: readonly [Value, ...Value[]],
): Value {
  return values.find((value) => value === given) ?? values[0];
}
