import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import type { Db, Trx } from '../../database/tables.ts';
import { homeNetwork } from '../../http/callers.ts';
import type { Services } from '../../services.ts';
import type { Lane } from './codes.ts';

const MEMORY_MS = 90 * DAY_MS;
/**
 * Only a number's newest networks are stored, because a phone on mobile data comes from ever new networks.
 */
const NETWORKS_PER_NUMBER = 20;
/** The stored time when a number was last on a network may be too old by this much. */
const NOTED_WITHIN_MS = DAY_MS;

type Noting = Pick<Services, 'db' | 'sign' | 'now' | 'config'>;

/**
 * A network's hash depends on its number too, so that the hashes don't show that two numbers share a network.
 */
const networkOf = ({ sign }: Pick<Services, 'sign'>, request: FastifyRequest, phone: string) =>
  sign('network', `${phone} ${homeNetwork(request)}`);

const numberOf = ({ sign }: Pick<Services, 'sign'>, phone: string) =>
  sign('network', `number ${phone}`);

/** Stores the network of a caller who has just proved their number, where players sign in by codes. */
export async function noteNetwork(
  services: Noting,
  request: FastifyRequest,
  phone: string,
): Promise<void> {
  if (services.config.signInPolicy !== 'otp') return;
  const { db } = services;
  const now = services.now();
  const number_hash = numberOf(services, phone);
  const noted = await db
    .insertInto('seen_networks')
    .values({
      number_hash,
      network_hash: networkOf(services, request, phone),
      seen_at: new Date(now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['number_hash', 'network_hash'])
        .doUpdateSet({ seen_at: new Date(now) })
        .where('seen_networks.seen_at', '<', new Date(now - NOTED_WITHIN_MS)),
    )
    .executeTakeFirst();
  if (!noted.numInsertedOrUpdatedRows) return;
  const older = db
    .selectFrom('seen_networks')
    .select('network_hash')
    .where('number_hash', '=', number_hash)
    .orderBy('seen_at', 'desc')
    .offset(NETWORKS_PER_NUMBER);
  await db
    .deleteFrom('seen_networks')
    .where('number_hash', '=', number_hash)
    .where('network_hash', 'in', older)
    .execute();
}

/** The lane of a call: `known` if the number has signed in from the caller's network in the last 90 days. */
export async function laneOf(
  db: Db,
  services: Pick<Services, 'sign' | 'now'>,
  request: FastifyRequest,
  phone: string,
): Promise<Lane> {
  const seen = await db
    .selectFrom('seen_networks')
    .select('seen_at')
    .where('number_hash', '=', numberOf(services, phone))
    .where('network_hash', '=', networkOf(services, request, phone))
    .where('seen_at', '>', new Date(services.now() - MEMORY_MS))
    .executeTakeFirst();
  return seen ? 'known' : 'new';
}

/**
 * The networks that a number has signed in from, with the time when it was last on each, the newest first.
 */
export function readNetworks(db: Db, services: Pick<Services, 'sign'>, phone: string) {
  return db
    .selectFrom('seen_networks')
    .select(['network_hash as network', 'seen_at as seenAt'])
    .where('number_hash', '=', numberOf(services, phone))
    .orderBy('seen_at', 'desc')
    .execute();
}

/** Deletes the networks that a number has signed in from. */
export async function forgetNetworks(
  trx: Trx,
  services: Pick<Services, 'sign'>,
  phone: string,
): Promise<void> {
  await trx
    .deleteFrom('seen_networks')
    .where('number_hash', '=', numberOf(services, phone))
    .execute();
}

export async function deleteOldNetworks(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('seen_networks')
    .where('seen_at', '<', new Date(now - MEMORY_MS))
    .execute();
}
