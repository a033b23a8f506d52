import * as v from 'valibot';
import { type Links, linksSchema, type Privacy, privacySchema } from '../../src/contract/misc.ts';
import { type Variable, wholeUrl } from './environment.ts';

const NONE: Links = v.parse(linksSchema, {});

/** No password for everybody to read, nothing that ends a link early. */
export const plainPage = v.pipe(wholeUrl('https:'), v.regex(/^[^\s@]{1,500}$/));
const page = v.nullish(plainPage, null);
/** Somebody to ask: a page, a mailbox or a number. */
export const reachable = v.union([
  plainPage,
  v.pipe(v.string(), v.regex(/^mailto:[\w.+-]{1,64}@[\w.-]{1,190}$/)),
  v.pipe(v.string(), v.regex(/^tel:\+?\d{3,15}$/)),
]);
const reach = v.nullish(reachable, null);

/** Where the app's links lead, as JSON; what is left out leads where the app's build says. */
export const LINKS: Variable<Links> = {
  name: 'LINKS',
  fallback: NONE,
  allowed:
    'JSON like {"campaign":"https://example.ng/subscribe","support":"tel:0700123"}; campaign, retarget, ' +
    'liveDraw and promo are https:// without a password, support may be mailto: or tel: too',
  schema: v.pipe(
    v.string(),
    v.parseJson(),
    v.strictObject({ campaign: page, retarget: page, liveDraw: page, promo: page, support: reach }),
  ),
};

/** Who answers for the players' data, and where they are reached, as JSON. */
export const PRIVACY: Variable<Privacy> = {
  name: 'PRIVACY',
  fallback: v.parse(privacySchema, {}),
  allowed:
    'JSON like {"controller":"Example Games Ltd, 1 Marina, Lagos","contact":"mailto:data@example.ng"}; ' +
    'controller is one line of up to 200 characters, contact mailto:, tel: or https://',
  schema: v.pipe(
    v.string(),
    v.parseJson(),
    v.strictObject({
      controller: v.nullish(v.pipe(v.string(), v.regex(/^[^\n<>]{1,200}$/)), null),
      contact: reach,
    }),
  ),
};
