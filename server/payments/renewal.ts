import { randomUUID } from 'node:crypto';
import { SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import { requireBuyer } from '../accounts/spending.ts';
import { openKey } from '../crypto/key.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { CardAuthorization } from '../providers/card.ts';
import type { Services } from '../services.ts';
import { findLastPeriod, findRenewal, isSame, termsOf } from './renewal-terms.ts';

const CARD_KEY = 'card-secret';

/**
 * Has a player's plan renew by itself, and keeps their yes to its price. Throws Refusal 409
 * `subscription/inactive` where nothing runs, `renewal/unavailable` for what cannot renew,
 * `payment/mismatch` where they were shown another price, `spending/…` during a break or under age.
 */
export async function chooseRenewal(
  { db, config, card, now }: Pick<Services, 'db' | 'config' | 'card' | 'now'>,
  playerId: number,
  shownKobo: number | undefined,
): Promise<void> {
  const last = await findLastPeriod(db, playerId);
  if (!last || last.ends_at.getTime() <= now()) {
    throw new Refusal(409, 'subscription/inactive', 'You have no running subscription');
  }
  const terms = termsOf(config, last);
  if (terms === null) throw unavailable('This plan cannot renew by itself');
  const { plan, way, kobo, feeKobo } = terms;
  if (shownKobo !== undefined && shownKobo !== kobo + feeKobo) {
    throw new Refusal(409, 'payment/mismatch', 'The price has changed. Nothing was charged.');
  }
  const chosen = await findRenewal(db, playerId);
  if (chosen && isSame(chosen, terms)) return;
  const authorization = way === 'card' ? await card.findAuthorization(last.reference) : null;
  if (way === 'card' && authorization === null) {
    throw unavailable('Your bank does not let this card be charged again');
  }
  const sealed_card = authorization && (await sealCard(db, playerId, authorization));
  await db.transaction().execute(async (trx) => {
    await requireBuyer(trx, playerId, now());
    const meanwhile = await findRenewal(trx, playerId);
    if (meanwhile && isSame(meanwhile, terms)) return;
    const { phone } = await trx
      .selectFrom('players')
      .select('phone')
      .where('id', '=', playerId)
      .executeTakeFirstOrThrow();
    const [reference, at] = [`RN-${randomUUID()}`, new Date(now())];
    const agreed = { way, kobo, fee_kobo: feeKobo };
    const said = { ...agreed, product: `plan-${plan}` as const, coins: SUBSCRIPTION_COINS };
    await trx
      .insertInto('consents')
      .values({
        ...said,
        reference,
        player_id: playerId,
        phone,
        step: 1,
        door: 'renewal',
        said_at: at,
      })
      .execute();
    const row = {
      ...agreed,
      plan,
      consent: reference,
      sealed_card,
      chosen_at: at,
      asked_at: null,
    };
    await trx
      .insertInto('renewals')
      .values({ player_id: playerId, ...row })
      .onConflict((conflict) => conflict.column('player_id').doUpdateSet(row))
      .execute();
  });
}

/** Ends a player's renewal, with the card's authorisation. Gives whether there was one. */
export async function endRenewal(db: Db, playerId: number, consent?: string): Promise<boolean> {
  const own = db.deleteFrom('renewals').where('player_id', '=', playerId);
  const ending = consent === undefined ? own : own.where('consent', '=', consent);
  const { numDeletedRows } = await ending.executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

async function sealCard(db: Db, playerId: number, card: CardAuthorization): Promise<string> {
  return seal(await openKey(db, CARD_KEY), JSON.stringify(card), String(playerId));
}

/** Throws where the database's key is not the one that it was sealed with. */
export async function openCard(
  db: Db,
  playerId: number,
  sealed: string,
): Promise<CardAuthorization> {
  return JSON.parse(unseal(await openKey(db, CARD_KEY), sealed, String(playerId)));
}

function unavailable(message: string): Refusal {
  return new Refusal(409, 'renewal/unavailable', message);
}
