import { useId, useReducer } from 'react';
import { Button } from '../../../components/button.tsx';
import { Coin } from '../../../components/coin.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { formatNaira, quoteOf, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { cardSums, orderName } from '../order.ts';
import { RadioRow } from '../radio-row.tsx';
import { Sums } from '../sums.tsx';
import styles from './choose.module.css';
import { choose } from './chooser-reducer.ts';
import type { SheetProps } from './plan-sheet.tsx';

const WAY_TABS = [
  { value: 'card', label: 'Card' },
  { value: 'mobile-money', label: 'Mobile money' },
] as const;

/** 'Buy Coins': the way to pay, then a pack (flows.md#coin-packs). */
export function CoinsSheet({ offer, purchase, onOrder, onClose }: SheetProps) {
  const tabs = WAY_TABS.filter(
    ({ value }) => offer.ways.includes(value) && offer.prices.packs[value].length > 0,
  );
  const [choice, dispatch] = useReducer(choose, {
    plan: 'weekly',
    way: (tabs.find(({ value }) => value === purchase.way) ?? tabs[0])?.value ?? 'airtime',
    pack: null,
    fault: null,
  });
  const { way, pack, fault } = choice;
  const faultId = useId();

  if (way === 'airtime') {
    return (
      <Dialog variant="sheet" title="Buy Coins" onClose={onClose}>
        <p>
          There are no packs now. Each new day or week of your plan brings{' '}
          {formatNumber(SUBSCRIPTION_COINS)} coins.
        </p>
      </Dialog>
    );
  }
  const product = `coins-${pack ?? 0}` as const;
  const quote = quoteOf(offer.prices, way, product);
  const goOn = () => {
    if (quote) onOrder(way, { product, quote, door: purchase.door });
    else dispatch({ type: 'no-pack' });
  };
  return (
    <Dialog variant="tall" title="Buy Coins" onClose={onClose}>
      <Tabs
        look="segments"
        label="How do you want to pay?"
        tabs={tabs}
        value={way}
        onChange={(chosen) => dispatch({ type: 'way', way: chosen })}
      >
        <div
          role="radiogroup"
          aria-label="Pack"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? faultId : undefined}
        >
          {offer.prices.packs[way].map(({ naira, coins }) => (
            <RadioRow
              key={naira}
              group="pack"
              isChosen={naira === pack}
              onChoose={() => dispatch({ type: 'pack', naira })}
              picture={<Coin size={40} />}
              name={formatNumber(coins)}
              caption="coins"
              price={formatNaira(naira)}
            />
          ))}
        </div>
        {quote && (
          <Sums rows={way === 'card' ? cardSums(quote) : [[orderName(quote), quote.kobo]]} />
        )}
        <p id={faultId} className={styles.fault} role="alert">
          {fault}
        </p>
        <Button size="lg" onClick={goOn}>
          Continue
        </Button>
        {way === 'mobile-money' && <p className={styles.foot}>Charges are shown before you pay.</p>}
      </Tabs>
    </Dialog>
  );
}
