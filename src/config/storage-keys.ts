/** The session in local storage: one key (accounts §3). index.html reads it before the paint. */
export const SESSION_KEY = 'football-mastermind';

/** Where a visitor came from, in the tab's session storage, until they sign out. */
export const ARRIVAL_KEY = 'fom-arrival';

/** The network that `?network=` named, in session storage: kept for the visit. Read by index.html. */
export const VISIT_NETWORK_KEY = 'fom-network';

/** IndexedDB databases, one object store each. */
export const OUTBOX_DB = 'fom-outbox';
export const ROUND_DB = 'fom-round';
export const QUERY_DB = 'fom-queries';

/** The Web Lock that lets one tab or worker send at a time. */
export const OUTBOX_LOCK = 'fom-outbox';

/** The Web Lock that lets one tab at a time start a round. */
export const START_LOCK = 'fom-start';

/** The tag that wakes the service worker when the network is back. */
export const OUTBOX_SYNC_TAG = 'fom-outbox';
