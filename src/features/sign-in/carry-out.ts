import { track } from '../../lib/analytics.ts';
import { isApiError, isOfferOld } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { settledOffer } from '../../offer/offer.ts';
import { isSignedInAs, keepPlayer, refreshPlayer } from '../../session/session.ts';
import { askCategoriesAhead } from '../../start/ask-categories.ts';
import { confirmSubscription, subscribeNumber } from '../../subscription/subscribe.ts';
import { forgetBegun } from './begun.ts';
import { answerChallenge, type KnownPlayer, lookUp, type NumberAnswer, signUp } from './calls.ts';
import type { Outcome, SignIn, Step } from './machine.ts';

/**
 * Makes the call that a sign-in waits for, and gives `null` if there is no call. Throws ApiError,
 * NetworkError.
 */
export async function carryOut({ entry, events, step }: SignIn): Promise<Outcome | null> {
  const page = entry === 'login' || entry === 'subscribe' ? 'onboarding' : 'landing';
  switch (step.is) {
    case 'looking-up': {
      const { number, creation } = step;
      const link = creation && { proof: number.proof, key: creation.key };
      return answered(await lookUp(number.phone, link, page));
    }
    case 'checking-code':
      return answered(await answerChallenge(step.code, step.digits, page));
    case 'creating': {
      const { phone, proof } = step.number;
      const { account, key } = step.creation;
      return answered(await signUp({ ...account, phone, ...(proof && { proof }) }, key, page));
    }
    case 'subscribing':
      await subscribe(step);
      return { is: 'subscribed' };
    case 'verifying':
      // The dashboard is next, whatever the check says.
      askCategoriesAhead(step.player.token);
      // The player of a link is signed in from here on, so they may leave before the check has ended.
      if (entry === 'link' && !isSignedInAs(step.player.user.id)) keep(step, events);
      return { is: 'verified', player: await verified(step) };
    default:
      return null;
  }
}

/** Signs the player in, with the result of the check of their subscription. */
export function enter({ entry, events, step }: SignIn): void {
  if (step.is !== 'in') return;
  const { user, token } = step.player;
  if (entry === 'link') {
    refreshPlayer(user, token);
  } else {
    forgetBegun();
    keep(step, events);
  }
}

function keep(
  { player, isNew }: { player: KnownPlayer; isNew: boolean },
  { login, signUp: signedUp }: SignIn['events'],
): void {
  keepPlayer(player.user, player.token);
  const event = isNew ? signedUp : login;
  if (event) track(event);
}

function answered(answer: NumberAnswer): Outcome {
  return { is: 'answered', answer, key: newKey(), at: Date.now() };
}

/** Subscribes the number. A number that is subscribed already counts as subscribed now. */
async function subscribe(step: Extract<Step, { is: 'subscribing' }>): Promise<void> {
  const { number, player, charge } = step;
  const { key, kobo } = charge;
  try {
    await subscribeNumber({ ...number, plan: 'weekly', token: player?.token ?? null, key, kobo });
  } catch (error) {
    // The next try announces the charge with the present price.
    if (isOfferOld(error)) await settledOffer();
    if (!isApiError(error, 'subscription/active')) throw error;
  }
}

async function verified({ number, player }: Extract<Step, { is: 'verifying' }>) {
  const { user, token } = await confirmSubscription(
    player.user.phone ?? number.phone,
    player.token,
  );
  return { user, token: token || player.token };
}
