import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../services.ts';
import { lookAtAll } from './look.ts';
import { sendNotices } from './notices.ts';
import { settlePeriods } from './settle.ts';

/**
 * Makes payouts of what has been won, takes them on as far as they go by themselves, and texts their
 * players (game.md#payouts). Nothing without a permit (game.md#permit).
 */
export async function payPrizes(
  services: Pick<Services, 'db' | 'now' | 'config' | 'sendSms'>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!services.config.isContestOpen) return;
  await settlePeriods(services.db, services.now(), signal);
  await lookAtAll(services, log, signal);
  await sendNotices(services, log, signal);
}
