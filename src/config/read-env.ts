import * as v from 'valibot';
import { BASE_PATHS } from '../contract/endpoint.ts';
import type { Links } from '../contract/misc.ts';
import { HOUSE } from '../rules/networks.ts';
import { isBrandId } from './brands.ts';

const baseSchema = v.pipe(
  v.string(),
  v.regex(/^(\/|https?:\/\/)\S*$/, 'must be a path like /api/v2 or an http(s) address'),
  v.transform((base) => base.replace(/\/+$/, '')),
);

/** A page elsewhere that the app links to. If it is not set, the links are not shown. */
const pageSchema = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s/]\S*$/, 'must be an http(s) address'),
);

/** The app's own origin, because link previews load a picture only by its whole address. */
const originSchema = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s/"?#]+\/?$/, 'must be an origin like https://play.example.ng'),
  v.transform((origin) => origin.replace(/\/$/, '')),
);

const schema = v.object({
  VITE_APP_URL: v.optional(originSchema),
  VITE_API_URL: v.optional(baseSchema, BASE_PATHS.product),
  VITE_API_V1_URL: v.optional(baseSchema, BASE_PATHS.v1),
  VITE_MOBILE_MONEY_URL: v.optional(baseSchema, BASE_PATHS.mobileMoney),
  VITE_BANK_LISTING_URL: v.optional(baseSchema, BASE_PATHS.bankListing),
  VITE_CARD_SCRIPT_URL: v.optional(baseSchema, '/sandbox/card/inline.js'),
  VITE_STATIC_URL: v.optional(baseSchema, '/static'),
  VITE_HEADER_ENRICHMENT_URL: v.optional(baseSchema, '/he.php'),
  VITE_CAMPAIGN_URL: v.optional(pageSchema),
  VITE_RETARGET_URL: v.optional(pageSchema),
  VITE_LIVE_DRAW_URL: v.optional(pageSchema),
  VITE_PROMO_URL: v.optional(pageSchema),
  VITE_ENTRY_VARIANT: v.optional(v.picklist(['login', 'subscribe']), 'login'),
  VITE_API_ADDITIONS: v.optional(v.picklist(['on', 'off'])),
  VITE_NETWORK: v.optional(
    v.pipe(
      v.string(),
      v.check((id) => isBrandId(id), 'must be the id of a brand'),
    ),
    HOUSE.id,
  ),
  VITE_ANALYTICS_TOKEN: v.optional(v.string()),
  VITE_ANALYTICS_URL: v.optional(baseSchema, 'https://api-js.mixpanel.com'),
});

/**
 * Variables for the document only. `appUrl` is the origin at which players open the app, `null` if it
 * is not set.
 */
type DocumentEnv = { appUrl: string | null };

/** The addresses that the app calls, and the features that the API offers. */
export type Env = {
  apiUrl: string;
  apiV1Url: string;
  mobileMoneyUrl: string;
  bankListingUrl: string;
  /** The card provider's inline script. */
  cardScriptUrl: string;
  staticUrl: string;
  /** The address at which the operator's gateway gives the number of a phone on its network. */
  headerEnrichmentUrl: string;
  /** The targets of links for which the server gives none (links.md#links-out-of-the-app). */
  links: Links;
  /** What `/onboarding` shows: the login, or the offer of a subscription. */
  entryVariant: 'login' | 'subscribe';
  /** Whether the API takes our additions: idempotency keys, rounds, a round's own credential. */
  hasAdditions: boolean;
  /** The network whose looks are shown to a visitor of unknown network. */
  network: string;
  /** The token of the project that counts sign-ups and logins. If it is `null`, nothing is counted. */
  analyticsToken: string | null;
  analyticsUrl: string;
};

/**
 * Reads the build's variables (settings.md#the-apps-build). Only the build calls this function, so
 * phones do not load it. Throws an Error with the bad variable, its value and the allowed values.
 */
export function readEnv(raw: Record<string, unknown>): Env & DocumentEnv {
  const set = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(schema, set);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`${v.getDotPath(issue)}=${JSON.stringify(issue.input)}: ${issue.message}`);
  }
  const given = parsed.output;
  const additions = given.VITE_API_ADDITIONS ?? (given.VITE_API_URL.startsWith('/') ? 'on' : 'off');
  return {
    appUrl: given.VITE_APP_URL ?? null,
    apiUrl: given.VITE_API_URL,
    apiV1Url: given.VITE_API_V1_URL,
    mobileMoneyUrl: given.VITE_MOBILE_MONEY_URL,
    bankListingUrl: given.VITE_BANK_LISTING_URL,
    cardScriptUrl: given.VITE_CARD_SCRIPT_URL,
    staticUrl: given.VITE_STATIC_URL,
    headerEnrichmentUrl: given.VITE_HEADER_ENRICHMENT_URL,
    links: {
      campaign: given.VITE_CAMPAIGN_URL ?? null,
      retarget: given.VITE_RETARGET_URL ?? null,
      liveDraw: given.VITE_LIVE_DRAW_URL ?? null,
      promo: given.VITE_PROMO_URL ?? null,
      support: null,
    },
    entryVariant: given.VITE_ENTRY_VARIANT,
    hasAdditions: additions === 'on',
    network: given.VITE_NETWORK,
    analyticsToken: given.VITE_ANALYTICS_TOKEN ?? null,
    analyticsUrl: given.VITE_ANALYTICS_URL,
  };
}
