/** Not in TypeScript's DOM library yet: https://developer.mozilla.org/docs/Web/API/CloseWatcher */
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

type OpenDialog = { element: HTMLElement; requestClose: (() => void) | null };

/** Chromium before 102 knows no `inert`. */
const hasInert = () => 'inert' in HTMLElement.prototype;

const stack: OpenDialog[] = [];
let watcher: CloseWatcher | null = null;
let askBeforeBack: (() => void) | null = null;

/**
 * Puts a dialog on top: everything below turns inert, the page stops scrolling, Escape and Back go to
 * it. `element` turns inert when another dialog opens above.
 */
export function pushDialog(element: HTMLElement) {
  const dialog: OpenDialog = { element, requestClose: null };
  stack.push(dialog);
  sync();
  return {
    /** Sets the function that closes it; null where it can't be dismissed. */
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
  // An element outside the dialogs, such as a toast, stays within reach.
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

/** Our mark in the state of a history entry: the number of open dialogs that the entry belongs to. */
const MARK = 'dialogs';

/** A traversal that the browser swallows must not hold the app's own navigation back for ever. */
const ARRIVES_WITHIN_MS = 1000;

/** How many of our entries lie at the top of the history, one for each dialog that Back closes. */
let entries = 0;
let wanted = 0;
let address = '';
/** How long the history was when our last entry was put on top. */
let lengthWithOurs = 0;
let isRewinding = false;
let isDue = false;
let onBack: () => void = () => undefined;

/**
 * Gives each of the `count` open dialogs that can be closed a history entry with the page's
 * address, so that Back closes the top one and stays on the page. One closed otherwise loses its
 * entry.
 */
function matchHistory(count: number, closeTop: () => void): void {
  wanted = count;
  onBack = closeTop;
  if (isDue || isRewinding) return;
  isDue = true;
  // One dialog that takes another's place in the same step takes its entry, too.
  queueMicrotask(() => {
    isDue = false;
    match();
  });
}

const markOf = (state: unknown) => Number((state as Record<string, unknown> | null)?.[MARK] ?? 0);

function match(): void {
  if (isRewinding || wanted === entries) return;
  // A page was opened over it: the entry stays below, and Back passes it over (see `listen`). Going
  // back under an open page would have the router leave that page and come again.
  const isCovered = markOf(history.state) !== entries && history.length > lengthWithOurs;
  if (wanted < entries && isCovered) entries = wanted;
  if (wanted < entries) rewind();
  while (entries < wanted) {
    entries += 1;
    address = location.href;
    // The router's own state stays in it: for the router nothing has happened.
    history.pushState({ ...history.state, [MARK]: entries }, '');
    lengthWithOurs = history.length;
  }
}

/** Goes back over the entries that are too many, and puts the replacement of the top one there. */
function rewind(): void {
  const steps = entries - wanted;
  const isReplaced = markOf(history.state) !== entries;
  const inPlace = { state: history.state, url: location.href };
  entries = wanted;
  isRewinding = true;
  const { pushState, replaceState } = history;
  // A dialog that the app opens while the browser goes back waits until it has arrived.
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
    // The router noticed the step back: it gets the last address again.
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
    // Its dialog is gone: Forward leads here, or Back from a page that was opened over it.
    match();
    return;
  }
  // Several steps at once may lead to another page.
  if (location.href !== address) return;
  onBack();
  // A dialog that stays open, or lies below one that can't be closed, needs its entry again.
  setTimeout(match);
}
addEventListener('popstate', followHistory);

// A reload kept the entry of a dialog, but not the dialog.
entries = markOf(history.state);
if (entries > 0) match();
