/**
 * The session, in local storage. index.html reads it before the first paint (account.md#kept-session).
 */
export const SESSION_KEY = 'football-mastermind';

/** The visitor's source, in session storage, until they sign out. */
export const ARRIVAL_KEY = 'fom-arrival';

/** A begun sign-up, in session storage, until it is done or given up. */
export const BEGUN_KEY = 'fom-sign-up';

/**
 * The idempotency key for the calls of an operator's link, in session storage. After a reload the calls
 * use the same key.
 */
export const LINK_KEY = 'fom-link';

/** The network that `?network=` named, in session storage for the visit. index.html reads it too. */
export const VISIT_NETWORK_KEY = 'fom-network';

/** The plan that a player asked to pay by airtime, with its state, in local storage until sign-out. */
export const ASKED_PLAN_KEY = 'fom-subscription';

/** The operator's latest prices, ways to pay and links, in local storage. They belong to no player. */
export const OFFER_KEY = 'fom-offer';

/** How far the server's clock is ahead of this phone's, in local storage. It belongs to no player. */
export const CLOCK_KEY = 'fom-clock';

/** Whether answers may vibrate, in local storage. The choice is the phone's, not a player's. */
export const VIBRATION_KEY = 'fom-vibration';

/**
 * Whether the game may play sounds, in local storage. Sounds are off until somebody turns them on on
 * this phone.
 */
export const SOUND_KEY = 'fom-sound';

/**
 * How far the install has come on this phone, in local storage. It belongs to no player
 * (offline.md#install).
 */
export const INSTALL_KEY = 'fom-install';

/** A random id of this phone, in local storage. It says nothing about the player. */
export const DEVICE_KEY = 'fom-device';

/** The open run of Millionaire Rush, in local storage, until its end is known or the player logs out. */
export const RUSH_KEY = 'fom-rush';

/** This phone's deck and the deck's next question, in local storage. They belong to no player. */
export const DECK_KEY = 'fom-deck';
export const DECK_NEXT_KEY = 'fom-deck-next';

/** Whether 'Ready to play offline' was shown on this phone, in local storage. It is shown once. */
export const COPY_SAID_KEY = 'fom-copy-said';

/**
 * The dashboard as the player left it, in local storage. index.html reads it once, before the first
 * paint.
 */
export const LEFT_HOME_KEY = 'fom-left-home';

/** Whether the tab was reloaded for a newer build, in session storage. It is reloaded only once. */
export const RELOADED_KEY = 'fom-reloaded';

/** How much of the phone's data this game used on each day, in local storage. It belongs to no player. */
export const DATA_USED_KEY = 'fom-data-used';

/**
 * A game of Pass the phone with its names, in session storage, until the game ends or the player logs
 * out.
 */
export const PASS_KEY = 'fom-pass';

/**
 * A player's text in forms that were not sent, in session storage, until it is sent or the player logs
 * out.
 */
export const DRAFTS_KEY = 'fom-drafts';

/**
 * Whether sign-ins and installs may be counted, in local storage. Counting is off until somebody on
 * this phone agrees to it.
 */
export const ANALYTICS_KEY = 'fom-analytics';

/** `deleted` or `out`, in session storage from a logout until the landing has said so. */
export const LEFT_KEY = 'fom-left';

/**
 * A payment whose outcome is not known yet, in local storage, until it is known or the player logs out.
 */
export const PENDING_KEY = 'fom-payment';

/** The newest step of a round, in local storage, until the round's result is in the outbox. */
export const lastStepKey = (roundKey: string) => `fom-step-${roundKey}`;

/** IndexedDB databases with one object store each. */
export const OUTBOX_DB = 'fom-outbox';
export const OUTBOX_ENTRIES = 'entries';
export const ROUND_DB = 'fom-round';
export const QUERY_DB = 'fom-queries';
export const DECK_DB = 'fom-deck';
/**
 * Each player's practice, and the questions that they missed since, until sign-out. The Web Lock for
 * changes of the practice has the same name.
 */
export const PRACTICE_DB = 'fom-practice';

/** The cache of players' pictures, which the service worker keeps until sign-out. */
export const PICTURE_CACHE = 'fom-pictures';

/** The cache of the app's files that only some players open. */
export const SECOND_LINE_CACHE = 'fom-second-line';

/** Whether a player was asked for their age on this phone, in local storage. They are asked once. */
export const ageAskedKey = (playerId: string) => `fom-age-asked-${playerId}`;

/** When a player last saw or dismissed promotions on this phone, in local storage. */
export const promoTimesKey = (playerId: string) => `fom-promos-${playerId}`;

/**
 * The prizes for which a player was greeted on this phone, in local storage until the server knows it.
 */
export const greetedKey = (playerId: string) => `fom-greeted-${playerId}`;

/** The Web Lock that lets only one tab or worker at a time send the outbox. */
export const OUTBOX_LOCK = 'fom-outbox';

/** The Web Lock that lets only one tab at a time start a round. */
export const START_LOCK = 'fom-start';

/** The Web Lock of a round. The tab that holds it plays, and the other tabs wait. */
export const roundLock = (roundKey: string) => `fom-round-${roundKey}`;

/** The Web Lock of a player's run. The tab that holds it plays, and the other tabs wait. */
export const rushLock = (playerId: string) => `fom-rush-${playerId}`;

/** The Web Lock of a player's proof round. The tab that holds it plays, and the other tabs wait. */
export const proofLock = (playerId: string) => `fom-proof-${playerId}`;

/** The Web Lock of a player's practice. The tab that holds it plays a set, and the other tabs wait. */
export const practiceLock = (playerId: string) => `fom-practice-${playerId}`;

/** The Background Sync tag by which the browser wakes the service worker when the network is back. */
export const OUTBOX_SYNC_TAG = 'fom-outbox';
