import { answersTo, type OpenRound, submissionOf } from '../../../scripts/lib/player/player.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { begin, buy } from '../payments.ts';
import { ProofPhone } from '../proof.ts';
import { Phone } from '../rush.ts';
import { newKey } from '../server.ts';
import { stored } from '../sign-in.ts';
import type { TestPlayer } from '../test-player.ts';
import { GOOD_CALLS } from './good-calls.ts';

type Get = (what: string) => Promise<unknown>;
type Make = (player: TestPlayer, get: Get) => unknown;

const opened = async (get: Get) => (await get('opened')) as OpenRound;
const counted = async (get: Get) => (await get('countedOne')) as OpenRound;

/** The possessions of players in drawn calls, each made when a call first names it. */
export const POSSESSIONS: Record<string, Make> = {
  id: ({ id }) => String(id),
  phone: ({ phone }) => phone,
  /** The number, with a day's plan that the operator has charged. */
  dailyPhone: async ({ server, phone }) => {
    const startsAt = server.clock.at;
    await server.db
      .insertInto('sandbox_airtime_plans')
      .values({
        reference: `DAILY-${phone}`,
        phone: stored(phone),
        plan: 'daily',
        starts_at: new Date(startsAt),
        ends_at: new Date(startsAt + DAY_MS),
      })
      .execute();
    return phone;
  },
  reference: (player) => begin(player),
  paid: (player) => buy(player),
  ticketReference: (player) => buy(player, { product: 'rush-ticket' }),
  collection: (player) => begin(player, { way: 'mobile-money', product: 'coins-100' }),
  payingNumber: ({ server }) => server.newPhone('54'),
  /** The server's id for the wallet of the paying number. */
  walletAccount: async ({ server, token }, get) => {
    const headers = { authorization: `Bearer ${token}` };
    const path = `/collections/search?msisdn=${await get('payingNumber')}`;
    const { body } = await server.call('GET', path, { api: '/mobile-money', headers });
    return (body.data as { accountId: string }).accountId;
  },
  /** A payment by mobile money with its prompt sent to the player's phone. */
  prompted: async (player, get) => {
    const { app } = player.server;
    const reference = `FOM-${newKey().replaceAll('-', '').slice(0, 18)}`;
    const of = { msisdn: await get('payingNumber'), accountId: await get('walletAccount') };
    const body = { ...(GOOD_CALLS.postCollection?.body as object), ...of, reference };
    const headers = { authorization: `Bearer ${player.token}`, 'idempotency-key': newKey() };
    const url = '/mobile-money/collections/pay';
    await app.inject({ method: 'POST', url, headers, payload: body });
    // It can be sent again after a while.
    player.server.clock.at += 60_000;
    return reference;
  },
  /** The competition that a play was taken for. */
  play: async (player) => {
    await player.get('/user/reduce-play', { key: newKey() });
    return 'la-liga';
  },
  opened: (player) => player.openRound(),
  submission: async (_player, get) => {
    const round = await opened(get);
    return submissionOf(round, answersTo(round));
  },
  round: async (_player, get) => {
    const round = await opened(get);
    return submissionOf(round, answersTo(round)).round;
  },
  roundId: async (_player, get) => (await opened(get)).round.id,
  question: async (_player, get) => (await opened(get)).questions[0]?.id,
  countedOne: async (player) => {
    const round = await player.openRound();
    await player.deliver(round, answersTo(round));
    return round;
  },
  countedRound: async (_player, get) => (await counted(get)).round.id,
  countedQuestion: async (_player, get) => (await counted(get)).questions[0]?.id,
  run: (player) => new Phone(player).begin(),
  runChoice: async (player, get) => {
    const run = String(await get('run'));
    return (await new Phone(player).cheat(run)).answer;
  },
  proofChoice: async (player) => {
    const phone = new ProofPhone(player);
    await phone.start();
    return (await phone.onTable()).answer;
  },
};
