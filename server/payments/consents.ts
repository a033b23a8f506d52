import type { Consent } from '../../src/contract/payments.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { PaymentState } from '../database/money-tables.ts';
import type { Db } from '../database/tables.ts';

/**
 * Each price that a player agreed to, the newest first, with both steps of a DOI. Of what their
 * number agreed to before it had an account, what this account was credited for, or was made within
 * a day of: a number may have had another owner (flows.md#consents).
 */
export async function readConsents(db: Db, playerId: number): Promise<Consent[]> {
  const { phone, created_at } = await db
    .selectFrom('players')
    .select(['phone', 'created_at'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('consents as said')
    .leftJoin('consents as confirmed', (join) =>
      join.onRef('confirmed.reference', '=', 'said.reference').on('confirmed.step', '=', 2),
    )
    .leftJoin('payments', 'payments.reference', 'said.reference')
    .leftJoin('airtime_charges as charge', 'charge.reference', 'said.reference')
    .leftJoin('renewals', 'renewals.consent', 'said.reference')
    .selectAll('said')
    .select([
      'confirmed.said_at as confirmed_at',
      'payments.payer',
      'payments.state as payment_state',
      'charge.state as charge_state',
      'renewals.player_id as renews',
    ])
    .where('said.step', '=', 1)
    .where((eb) =>
      eb.or([
        eb('said.player_id', '=', playerId),
        eb.and([
          eb('said.player_id', 'is', null),
          eb('said.phone', '=', phone),
          eb.or([
            eb('said.said_at', '>', new Date(created_at.getTime() - DAY_MS)),
            eb.exists(
              eb
                .selectFrom('subscriptions')
                .select('subscriptions.id')
                .where('subscriptions.player_id', '=', playerId)
                .whereRef('subscriptions.reference', '=', 'said.reference'),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy('said.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    product: row.product,
    coins: row.coins,
    way: row.way,
    kobo: row.kobo,
    feeKobo: row.fee_kobo,
    reference: row.reference,
    saidAt: row.said_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    from: row.way === 'airtime' ? row.phone : row.payer,
    door: row.door,
    state:
      row.door === 'renewal'
        ? renewalState(row.renews)
        : stateOf(row.payment_state ?? row.charge_state),
  }));
}

function renewalState(renews: number | null): Consent['state'] {
  return renews === null ? 'off' : 'on';
}

/** A payment that differs from what was expected is still being looked into. */
function stateOf(state: PaymentState | null): Consent['state'] {
  return state === null || state === 'mismatched' ? 'pending' : state;
}
