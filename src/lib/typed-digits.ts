/** For fields, which know no rules: what is typed in them is read by the same as everywhere. */
export { digitsOf, plainDigits } from '../rules/numbers.ts';
