import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '../../../contract/user.ts';
import { lookUntil, mayComeUp } from '../../../lib/popup-order.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { DEFAULT_OFFER, knownOffer } from '../../../offer/offer.ts';
import { accountAgeDays, dayOf } from '../../../rules/calendar.ts';
import { duePromos, type PromoId } from '../../../rules/promos.ts';
import { useBrand } from '../../../session/use-brand.ts';
import { type PromoFacts, promoFacts } from '../api/promo-facts.ts';
import { PromoDialog } from './promo-dialog.tsx';
import { notePromo, promoTimes } from './promo-times.ts';
import { TicketWinnerCard } from './ticket-winner-card.tsx';

type Props = {
  player: User;
  playsUsed: number;
  /** When that was told, in epoch milliseconds. */
  countedAt: number;
  /** Whether the first pick or a running clock would be covered: then none comes in this opening. */
  isHeld?: boolean;
};

/** At most one promotion in an opening of the dashboard (game.md#promotional-modals). */
export function Promos({ player, playsUsed, countedAt, isHeld }: Props) {
  const [facts, setFacts] = useState<PromoFacts | null>(null);
  const brand = useBrand();
  const client = useQueryClient();

  async function choose(isGone: () => boolean) {
    if (isHeld) return;
    const offer = knownOffer() ?? DEFAULT_OFFER;
    // Nothing is promoted that nobody can win.
    if (offer.contest?.isOpen === false) return;
    const times = promoTimes(player.id);
    const now = serverTime();
    const due = duePromos({
      accountAgeDays: accountAgeDays(Date.parse(player.createdAt ?? ''), now),
      // A copy of yesterday counts nothing of today. It bears the phone's own time.
      playsUsed: countedAt + now - Date.now() < dayOf(now).startsAt ? 0 : playsUsed,
      prizes: brand.prizes,
      times,
      now,
    });
    for (const id of due) {
      const found = await promoFacts(id, { playerId: player.id, brand, offer, client, now }).catch(
        // Without its figures the next one is tried: a promotion is worth no error.
        () => null,
      );
      if (isGone() || isCovered()) return;
      if (found) return show(found);
    }
  }

  function show(found: PromoFacts) {
    if (isByCount(found.id)) notePromo(player.id, found.id, serverTime());
    setFacts(found);
  }

  function dismiss() {
    if (facts) notePromo(player.id, facts.id, serverTime());
    setFacts(null);
  }

  const begin = useEffectEvent(choose);
  useEffect(() => {
    let isGone = false;
    const stop = lookUntil(() => {
      // Whatever came up first is enough for one opening.
      if (isCovered()) return true;
      if (!mayComeUp()) return false;
      void begin(() => isGone);
      return true;
    });
    return () => {
      isGone = true;
      stop();
    };
  }, []);

  if (!facts) return null;
  if (facts.id === 'ticket-winner') return <TicketWinnerCard name={facts.name} onClose={dismiss} />;
  return <PromoDialog facts={facts} onClose={dismiss} />;
}

function isCovered(): boolean {
  return 'dialog' in document.documentElement.dataset;
}

/** Seen once is seen for the day, however it was closed. */
function isByCount(id: PromoId): boolean {
  return id === 'promo' || id === 'raffle-draw' || id === 'entry-ticket';
}
