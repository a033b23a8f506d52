/** In local storage; index.html reads it before the paint (account.md#kept-session). */
export const SESSION_KEY = 'football-mastermind';

/** The visitor's source, in the tab's session storage, until they sign out. */
export const ARRIVAL_KEY = 'fom-arrival';

/** A sign-up that is under way, in session storage, until it is done or given up. */
export const BEGUN_KEY = 'fom-sign-up';

/** The key of the calls of an operator's link, in session storage: a reload is the same call. */
export const LINK_KEY = 'fom-link';

/** The network that `?network=` named, in session storage: kept for the visit. Read by index.html. */
export const VISIT_NETWORK_KEY = 'fom-network';

/** The plan that was asked for from airtime and its state, in local storage, until sign-out. */
export const ASKED_PLAN_KEY = 'fom-subscription';

/** The operator's latest prices, ways to pay and links, in local storage. Nobody's own. */
export const OFFER_KEY = 'fom-offer';

/** The lead of the server's clock over this phone's, in local storage: the phone's, nobody's own. */
export const CLOCK_KEY = 'fom-clock';

/** Whether answers may vibrate, in local storage: a choice of this phone, not of a player. */
export const VIBRATION_KEY = 'fom-vibration';

/** Whether the game may sound, in local storage: off until somebody turns it on on this phone. */
export const SOUND_KEY = 'fom-sound';

/** How far installing has come on this phone, in local storage: nobody's own (offline.md#install). */
export const INSTALL_KEY = 'fom-install';

/** A random id of this phone, in local storage: it says nothing of the player. */
export const DEVICE_KEY = 'fom-device';

/** The run of Millionaire Rush that is open, in local storage, until its end is known or at logout. */
export const RUSH_KEY = 'fom-rush';

/** This phone's deck and its next question, in local storage: nobody's own. */
export const DECK_KEY = 'fom-deck';
export const DECK_NEXT_KEY = 'fom-deck-next';

/** 'Ready to play offline' is said once on a phone: a mark in local storage, nobody's own. */
export const COPY_SAID_KEY = 'fom-copy-said';

/** The dashboard as it was left, in local storage; index.html reads it before the paint, once. */
export const LEFT_HOME_KEY = 'fom-left-home';

/** In session storage once the tab was reloaded for a newer build: it is done once. */
export const RELOADED_KEY = 'fom-reloaded';

/** This game's use of the phone's data, by day, in local storage: the phone's, nobody's own. */
export const DATA_USED_KEY = 'fom-data-used';

/** A game of Pass the phone with its names, in session storage, until its end or at logout. */
export const PASS_KEY = 'fom-pass';

/** A player's text in forms that are not sent, in session storage, until it is sent or at logout. */
export const DRAFTS_KEY = 'fom-drafts';

/** Whether sign-ins and installs may be counted, in local storage: off until somebody says yes on this phone. */
export const ANALYTICS_KEY = 'fom-analytics';

/** In session storage after a logout, `deleted` or `out`, until the landing has said so. */
export const LEFT_KEY = 'fom-left';

/** A payment whose end is not known yet, in local storage, until it is known or at logout. */
export const PENDING_KEY = 'fom-payment';

/** The newest step of a round, in local storage, until its result is in the outbox. */
export const lastStepKey = (roundKey: string) => `fom-step-${roundKey}`;

/** IndexedDB databases, one object store each. */
export const OUTBOX_DB = 'fom-outbox';
export const OUTBOX_ENTRIES = 'entries';
export const ROUND_DB = 'fom-round';
export const QUERY_DB = 'fom-queries';
export const DECK_DB = 'fom-deck';
/**
 * Each player's practice and their missed questions since, until sign-out; the Web Lock of its changes,
 * too.
 */
export const PRACTICE_DB = 'fom-practice';

/** The cache of players' pictures, which the service worker keeps until sign-out. */
export const PICTURE_CACHE = 'fom-pictures';

/** The cache of the app's files that only some players open. */
export const SECOND_LINE_CACHE = 'fom-second-line';

/** A player is asked for their age once on this phone: a mark in local storage. */
export const ageAskedKey = (playerId: string) => `fom-age-asked-${playerId}`;

/** When a player last saw or dismissed promotions on this phone, in local storage. */
export const promoTimesKey = (playerId: string) => `fom-promos-${playerId}`;

/** The prizes that a player was greeted with here, in local storage, until the server knows it. */
export const greetedKey = (playerId: string) => `fom-greeted-${playerId}`;

/** The Web Lock that lets one tab or worker send at a time. */
export const OUTBOX_LOCK = 'fom-outbox';

/** The Web Lock that lets one tab at a time start a round. */
export const START_LOCK = 'fom-start';

/** The Web Lock of a round: the tab that holds it plays, the others wait. */
export const roundLock = (roundKey: string) => `fom-round-${roundKey}`;

/** The Web Lock of a player's run: the tab that holds it plays, the others wait. */
export const rushLock = (playerId: string) => `fom-rush-${playerId}`;

/** The Web Lock of a player's proof round: the tab that holds it plays, the others wait. */
export const proofLock = (playerId: string) => `fom-proof-${playerId}`;

/** The Web Lock of a player's practice: the tab that holds it plays a set, the others wait. */
export const practiceLock = (playerId: string) => `fom-practice-${playerId}`;

/** The tag that wakes the service worker when the network is back. */
export const OUTBOX_SYNC_TAG = 'fom-outbox';
