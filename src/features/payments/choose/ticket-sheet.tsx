import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { formatKobo, quoteOf, RUSH_TICKET } from '../../../rules/money.ts';
import { PURCHASE_TITLES } from '../../../subscription/purchase.ts';
import { cardSums, orderName } from '../order.ts';
import { Sums } from '../sums.tsx';
import styles from './choose.module.css';
import type { SheetProps } from './plan-sheet.tsx';
import { WayRows } from './way-rows.tsx';

/** A ticket of Millionaire Rush, and the way to pay for it (game.md#rush-ticket). */
export function TicketSheet({ player, offer, purchase, onOrder, onClose }: SheetProps) {
  const ways = offer.ways.filter((way) => way !== 'airtime');
  const [chosen, setChosen] = useState(ways[0]);
  // The operator may have taken a way back while the sheet is open.
  const way = ways.find((one) => one === chosen) ?? ways[0];
  const quoteBy = (by: typeof way) => by && quoteOf(offer.prices, by, RUSH_TICKET);
  const quote = quoteBy(way);
  return (
    <Dialog variant="sheet" title={PURCHASE_TITLES.ticket} onClose={onClose}>
      {way && quote ? (
        <>
          <WayRows
            ways={ways}
            chosen={way}
            phone={player.phone ?? ''}
            priceBy={(by) => formatKobo((by !== 'airtime' && quoteBy(by)?.kobo) || 0)}
            onChoose={(by) => by !== 'airtime' && setChosen(by)}
          />
          <Sums rows={way === 'card' ? cardSums(quote) : [[orderName(quote), quote.kobo]]} />
          <Button
            colour="gold"
            size="lg"
            onClick={() => onOrder(way, { product: RUSH_TICKET, quote, door: purchase.door })}
          >
            Continue
          </Button>
          <p className={styles.foot}>
            {way === 'mobile-money' && 'Charges are shown before you pay. '}
            One ticket is one run.
          </p>
        </>
      ) : (
        <p>There is no way to pay for a ticket at the moment. Please come back later.</p>
      )}
    </Dialog>
  );
}
