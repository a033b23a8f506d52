/** TypeScript's DOM library lacks it so far: https://developer.mozilla.org/docs/Web/API/CloseWatcher */
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

type OpenDialog = { element: HTMLElement; requestClose: (() => void) | null };

/** Chromium before 102 lacks `inert`. */
const hasInert = () => 'inert' in HTMLElement.prototype;

const stack: OpenDialog[] = [];
let watcher: CloseWatcher | null = null;
let askBeforeBack: (() => void) | null = null;

/**
 * Opens a dialog above all others. Everything below turns inert, the page stops scrolling, and Escape
 * and Back close this dialog. `element` turns inert when another dialog opens above it.
 */
export function pushDialog(element: HTMLElement) {
  const dialog: OpenDialog = { element, requestClose: null };
  stack.push(dialog);
  sync();
  return {
    /** Sets the function that closes the dialog. `null` means that the player can't close it. */
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

/** Makes Back call `ask` before it leaves the page, unless a dialog is open. Gives the way to stop. */
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
  if (app && !hasInert()) holdWithoutInert(app);
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

/**
 * Does the work of `inert` in browsers that lack it. It hides the page from screen readers and returns
 * the focus to the dialog. The dialog's scrim keeps taps away from the page.
 */
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
  // A focus outside the page, such as on a toast, may stay there.
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
  // A watcher works for one close only. A dialog that stayed open needs a new watcher.
  watcher.onclose = () => {
    closeTop();
    watch();
  };
}

/** A number that we add to the state of a history entry: how many dialogs are open at that entry. */
const MARK = 'dialogs';

/**
 * How long a step back may take, in milliseconds. The app's own navigation waits for it, and must not
 * wait for ever if the browser ignores the step.
 */
const ARRIVES_WITHIN_MS = 1000;

/**
 * How many entries of ours are at the top of the history. There is one for each dialog that Back
 * closes.
 */
let entries = 0;
let wanted = 0;
let address = '';
/** The length of the history when our last entry was added. */
let lengthWithOurs = 0;
let isRewinding = false;
let isDue = false;
let onBack: () => void = () => undefined;

/**
 * Gives each of the `count` open dialogs that the player can close a history entry with the page's
 * address. Back then closes the top dialog and stays on the page. A dialog that is closed in another
 * way loses its entry.
 */
function matchHistory(count: number, closeTop: () => void): void {
  wanted = count;
  onBack = closeTop;
  if (isDue || isRewinding) return;
  isDue = true;
  // The entries are matched after this step, so that a dialog that replaces another one also takes over
  // its entry.
  queueMicrotask(() => {
    isDue = false;
    match();
  });
}

const markOf = (state: unknown) => Number((state as Record<string, unknown> | null)?.[MARK] ?? 0);

function match(): void {
  if (isRewinding || wanted === entries) return;
  // A page was opened over the dialog's entry. The entry stays below that page, and Back skips it
  // (`followHistory`). If we went back now, the router would leave the open page and return to it.
  const isCovered = markOf(history.state) !== entries && history.length > lengthWithOurs;
  if (wanted < entries && isCovered) entries = wanted;
  if (wanted < entries) rewind();
  while (entries < wanted) {
    entries += 1;
    address = location.href;
    // The entry keeps the router's own state, so the router sees no change.
    history.pushState({ ...history.state, [MARK]: entries }, '');
    lengthWithOurs = history.length;
  }
}

/**
 * Goes back over the entries that are too many. If the top entry was replaced, the replacement is put
 * in their place.
 */
function rewind(): void {
  const steps = entries - wanted;
  const isReplaced = markOf(history.state) !== entries;
  const inPlace = { state: history.state, url: location.href };
  entries = wanted;
  isRewinding = true;
  const { pushState, replaceState } = history;
  // Entries that the app adds while the browser goes back are kept until it has arrived.
  const late: (() => void)[] = [];
  history.pushState = (...args) => void late.push(() => history.pushState(...args));
  history.replaceState = (...args) => void late.push(() => history.replaceState(...args));

  const arrive = () => {
    clearTimeout(limit);
    removeEventListener('popstate', arrive);
    isRewinding = false;
    history.pushState = pushState;
    history.replaceState = replaceState;
    if (isReplaced) history.replaceState(inPlace.state, '', inPlace.url);
    for (const go of late) go();
    // The router saw the step back, so it has to be told the address at which the history is now.
    if (isReplaced || late.length > 0) {
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }
    match();
  };
  addEventListener('popstate', arrive);
  const limit = setTimeout(arrive, ARRIVES_WITHIN_MS);
  history.go(-steps);
}

function followHistory(event: PopStateEvent): void {
  if (isRewinding) return;
  const there = markOf(event.state);
  if (there === entries) return;
  const isStale = there > entries;
  entries = there;
  if (isStale) {
    // The dialog of this entry has been closed. Forward leads here, or Back from a page that was opened
    // over it.
    match();
    return;
  }
  // Going back several steps at once may lead to another page.
  if (location.href !== address) return;
  onBack();
  // A dialog that stays open, or that is below a dialog that can't be closed, needs its entry again.
  setTimeout(match);
}
addEventListener('popstate', followHistory);

// After a reload the history still has the entry of a dialog, but the dialog is not open.
entries = markOf(history.state);
if (entries > 0) match();
