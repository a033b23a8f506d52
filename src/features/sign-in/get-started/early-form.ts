/** What was done in the form that the document itself shows until this code is here (ADR-0009). */
export type EarlyForm = { typed: string; isEntered: boolean; isClosed: boolean };

const find = () => document.getElementById('early-form');

/** `null` where the app's own form came first. */
export function readEarlyForm(): EarlyForm | null {
  const form = find();
  if (!form) return null;
  const typed = form.querySelector('input')?.value ?? '';
  return { typed, isEntered: 'entered' in form.dataset, isClosed: form.hidden !== false };
}

export function removeEarlyForm(): void {
  find()?.remove();
}
