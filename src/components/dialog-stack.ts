import { matchHistory } from './dialog-history.ts';

/** Not in TypeScript's DOM library yet: https://developer.mozilla.org/docs/Web/API/CloseWatcher */
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

type OpenDialog = { element: HTMLElement; requestClose: (() => void) | null };

/** Chromium before 102 knows no `inert`. */
const HAS_INERT = 'inert' in HTMLElement.prototype;

const stack: OpenDialog[] = [];
let watcher: CloseWatcher | null = null;
let askBeforeBack: (() => void) | null = null;

/**
 * Puts a dialog on top: everything below turns inert, the page stops scrolling, Escape and Back go
 * to it. `element` is what turns inert when another dialog opens above.
 */
export function pushDialog(element: HTMLElement) {
  const dialog: OpenDialog = { element, requestClose: null };
  stack.push(dialog);
  sync();
  return {
    /** Says what closes it; null where it can't be dismissed. */
    setClose(requestClose: (() => void) | null): void {
      dialog.requestClose = requestClose;
      listen();
    },
    remove(): void {
      stack.splice(stack.indexOf(dialog), 1);
      sync();
    },
  };
}

/** Has Back ask before it leaves the page, where no dialog takes it; gives the way to stop. */
export function holdBack(ask: () => void): () => void {
  askBeforeBack = ask;
  listen();
  return () => {
    askBeforeBack = null;
    listen();
  };
}

function sync(): void {
  const app = document.getElementById('app');
  app?.toggleAttribute('inert', stack.length > 0);
  if (app && !HAS_INERT) holdWithoutInert(app);
  for (const dialog of stack) dialog.element.toggleAttribute('inert', dialog !== stack.at(-1));
  document.documentElement.toggleAttribute('data-dialog', stack.length > 0);
  listen();
}

function listen(): void {
  watch();
  const closable = stack.filter(({ requestClose }) => requestClose).length;
  matchHistory(closable + (askBeforeBack ? 1 : 0), stepBack);
}

function stepBack(): void {
  if (stack.length > 0) closeTop();
  else askBeforeBack?.();
}

/** The scrim takes the taps; this hides the page from readers and brings the focus back. */
function holdWithoutInert(app: HTMLElement): void {
  document.removeEventListener('focusin', holdFocus);
  if (stack.length === 0) {
    app.removeAttribute('aria-hidden');
    return;
  }
  app.setAttribute('aria-hidden', 'true');
  document.addEventListener('focusin', holdFocus);
}

function holdFocus({ target }: FocusEvent): void {
  const top = stack.at(-1)?.element;
  if (!top || !(target instanceof Element) || top.contains(target)) return;
  // What lies beside the dialogs, as a toast does, stays within reach.
  if (!target.closest('[inert]')) return;
  top.querySelector<HTMLElement>('h2[tabindex]')?.focus();
}

function closeTop(): void {
  stack.at(-1)?.requestClose?.();
}

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented) closeTop();
}

function watch(): void {
  watcher?.destroy();
  watcher = null;
  document.removeEventListener('keydown', closeOnEscape);
  if (!stack.at(-1)?.requestClose) return;
  if (!('CloseWatcher' in window)) {
    document.addEventListener('keydown', closeOnEscape);
    return;
  }
  watcher = new CloseWatcher();
  // A watcher is spent after one close; a dialog that stayed open needs the next one.
  watcher.onclose = () => {
    closeTop();
    watch();
  };
}
