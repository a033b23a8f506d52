/** The element beside `#app` that dialogs or toasts are drawn in; made where a page lacks it. */
export function portalRoot(id: 'dialogs' | 'toasts'): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const made = document.createElement('div');
  made.id = id;
  document.body.append(made);
  return made;
}
