import { paths } from '../../../config/paths.ts';
import { dayAndTimeText, dayText } from '../../../lib/time.ts';
import { formatNaira } from '../../../rules/money.ts';
import { formatNumber, ordinal } from '../../../rules/numbers.ts';
import { amountText } from '../../../rules/prize-words.ts';
import { RAFFLE_TICKET_PLAY } from '../../../rules/prizes.ts';
import { RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import type { PromoFacts } from '../api/promo-facts.ts';

/** A modal's words; `to` is where its button leads, `null` to where the player is. */
export type PromoWords = { title: string; lead: string; button: string; to: string | null };

/** The words of each modal, of a network's own where it has its own (game.md#promotional-modals). */
export function promoWords(
  facts: Exclude<PromoFacts, { id: 'ticket-winner' }>,
  now: number,
): PromoWords {
  switch (facts.id) {
    case 'promo':
      return {
        title: facts.network ? `${facts.network} players win daily` : 'Millionaire Rush',
        lead: facts.network
          ? `Only ${facts.network} players stand on your board. The top ${facts.places} of each tier win, up to ${formatNaira(facts.topNaira)} a day.`
          : `Top player daily up to ${formatNaira(facts.topNaira)}. One ticket is one run of ${RUSH_QUESTIONS} questions.`,
        button: 'See how it works',
        to: paths.promo,
      };
    case 'raffle-draw':
      return {
        title: 'Live raffle draw',
        lead: dayAndTimeText(facts.drawAt, now),
        button: 'See my tickets',
        to: paths.rewards,
      };
    case 'entry-ticket':
      return {
        title: 'Congratulations!',
        lead: `You played ${RAFFLE_TICKET_PLAY} times today, so you get 1 raffle ticket.`,
        button: 'See my tickets',
        to: paths.rewards,
      };
    case 'million':
      return {
        title: `Win up to ${formatNaira(facts.naira)}`,
        lead: `in the raffle of ${dayText(facts.drawAt, now)}. You get tickets three ways:`,
        button: 'Play now',
        to: null,
      };
    case 'daily': {
      const places = facts.rows[0]?.places ?? 0;
      return facts.network
        ? {
            title: `${facts.network} daily cash`,
            lead: `The top ${places} of each tier win today. It starts again at midnight.`,
            button: 'See the daily board',
            to: paths.daily,
          }
        : {
            title: 'Win cash every day',
            lead: `The top ${places} of each tier of Millionaire Rush win today.`,
            button: 'Play Millionaire Rush',
            to: paths.rush,
          };
    }
    case 'progress': {
      const { place, edge, tier } = facts;
      return {
        title: 'You are close',
        lead: `You are ${ordinal(place)} ${tier === null ? 'this week' : `in Tier ${tier} today`}. The top ${edge.places} win ${edge.isShared ? 'up to ' : ''}${amountText({ naira: edge.naira, kind: 'cash' })}.`,
        button: 'Play now',
        to: tier === null ? null : paths.rush,
      };
    }
  }
}

/** `255 points more and you are in.`: what is left to the last paid place. */
export function leftText({ points, edge, tier }: Extract<PromoFacts, { id: 'progress' }>): string {
  const left = formatNumber(edge.points - points);
  return tier === null
    ? `${left} points more and you are in.`
    : `${left} points more before midnight.`;
}
