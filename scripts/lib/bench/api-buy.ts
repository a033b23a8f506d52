import { randomUUID } from 'node:crypto';
import { SANDBOX_CARD } from '../../../server/providers/open-providers.ts';
import { getCardVerify, postExpected } from '../../../src/contract/endpoints/payments.ts';
import { getSubscribe } from '../../../src/contract/endpoints/subscriptions.ts';
import { POST_CHOICE } from '../chaos/buyer.ts';
import { EMAIL } from '../chaos/sign-up.ts';
import type { ApiCaller } from './api-call.ts';
import { by, type Crowd, EASY_COINS, type Move, type Paying } from './api-crowd.ts';

const PACK = 'coins-500';
const REFERENCE_CHARS = 18;

/** Who has too few coins, else anybody, buys a pack by card. */
export function expectCard(crowd: Crowd, caller: ApiCaller): Move | null {
  const player = crowd.broke.shift() ?? crowd.anybody();
  if (player === null) return null;
  const reference = `FOM-${randomUUID().replaceAll('-', '').slice(0, REFERENCE_CHARS)}`;
  const body = { product: PACK, provider: 'card', reference };
  return {
    asked: { ...by(player, postExpected), key: randomUUID(), body },
    heard: ({ data }) => void pay(crowd, caller, { player, reference }, data.totalKobo ?? 0),
  };
}

/** What the provider's window does, which is no call of the app's; its webhook comes of it. */
async function pay(crowd: Crowd, caller: ApiCaller, paying: Paying, amount: number): Promise<void> {
  const { player, reference } = paying;
  const sent = { choice: 'pay', key: SANDBOX_CARD.publicKey, ref: reference, email: EMAIL };
  const body = { ...sent, amount, currency: 'NGN', metadata: { userId: player.id } };
  const asked = { endpoint: POST_CHOICE, base: '/sandbox/card', body, address: crowd.address() };
  await caller.call(asked).then(
    () => crowd.paid.push(paying),
    () => {},
  );
}

export function verifyCard(crowd: Crowd): Move | null {
  const paying = crowd.paid.shift();
  if (paying === undefined) return null;
  const { player, reference } = paying;
  const isBack = player.coins < EASY_COINS;
  return {
    asked: { ...by(player, getCardVerify), params: { reference } },
    heard: ({ data }) => isBack && crowd.back(player, data.user?.pointBalance),
  };
}

/** Who has no plan buys one by airtime. */
export function subscribe(crowd: Crowd): Move | null {
  const player = crowd.lapsed.shift();
  if (player === undefined) return null;
  return {
    asked: {
      ...by(player, getSubscribe),
      params: { phone: player.phone },
      query: { plan: 'weekly', door: 'home' },
      key: randomUUID(),
    },
    heard: ({ data }) => {
      crowd.signedIn.push(player);
      crowd.back(player, data.pointBalance);
    },
  };
}
