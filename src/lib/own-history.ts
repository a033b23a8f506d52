/** Whether Back leads to a page of this visit: the router numbers its entries from 0. */
export function hasOwnEntryBefore(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}
