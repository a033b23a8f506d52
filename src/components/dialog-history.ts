/** Our mark in the state of a history entry: how many open dialogs the entry stands for. */
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
export function matchHistory(count: number, closeTop: () => void): void {
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
  // A page was opened over it: the entry stays below, and Back passes it over (see `listen`).
  // To go back under an open page would have the router leave that page and come again.
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

/** Goes back over the entries that are too many, and puts there what took the place of the top one. */
function rewind(): void {
  const steps = entries - wanted;
  const isReplaced = markOf(history.state) !== entries;
  const inPlace = { state: history.state, url: location.href };
  entries = wanted;
  isRewinding = true;
  const { pushState, replaceState } = history;
  // What the app opens while the browser is on its way back waits until it is there.
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
    // The router heard of the step back: it is told of the last address again.
    if (isReplaced || late.length > 0) {
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }
    match();
  };
  addEventListener('popstate', arrive);
  const limit = setTimeout(arrive, ARRIVES_WITHIN_MS);
  history.go(-steps);
}

function listen(event: PopStateEvent): void {
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
addEventListener('popstate', listen);

// A reload kept the entry of a dialog, but not the dialog.
entries = markOf(history.state);
if (entries > 0) match();
