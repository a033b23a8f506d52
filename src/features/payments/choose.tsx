import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useReducer, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, cx } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Coin, IconTile } from '../../components/marks.tsx';
import { PricedRow, pricedRow } from '../../components/rows.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toastError, toastInfo, toastSuccess } from '../../components/toast.ts';
import { WaitSheet } from '../../components/wait-sheet.tsx';
import { rushPlayPath } from '../../config/paths.ts';
import type { User } from '../../contract/user.ts';
import { NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { DEFAULT_OFFER, type Offer } from '../../offer/offer.ts';
import { offerQuery } from '../../offer/prizes-offer.tsx';
import {
  formatKobo,
  formatNaira,
  nairaToKobo,
  PLAN_DAYS,
  PLAN_NAMES,
  PLANS,
  type Plan,
  quoteOf,
  RUSH_TICKET,
  SUBSCRIPTION_COINS,
  WAY_NAMES,
  type Way,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { formatPhone } from '../../rules/phone.ts';
import { currentSession, playerOf } from '../../session/session.ts';
import {
  isUnderWay,
  PURCHASE_TITLES,
  type Purchase,
  useAskedPlan,
  useIsOnlyCheck,
} from '../../subscription/asked-plan.ts';
import { NOTHING_NEW, useCheckAgain } from '../../subscription/check.ts';
import { AirtimeNotice, useAirtime } from './airtime.tsx';
import styles from './choose.module.css';
import { CARD_FEE_PERCENT, cardSums, type Order, orderName, Sums } from './order.tsx';

type SheetProps = {
  player: User;
  offer: Offer;
  purchase: Purchase;
  onOrder: (way: Exclude<Way, 'airtime'>, order: Order) => void;
  onClose: () => void;
};

const PLAN_TABS = PLANS.map((plan) => ({ value: plan, label: <PlanLabel plan={plan} /> }));

/** 'Start Subscription': Daily or Weekly, and the way to pay (subscription.md#plans-and-prices). */
function PlanSheet({ player, offer, purchase, onOrder, onClose }: SheetProps) {
  const { prices, ways } = offer;
  const askedPlan = useAskedPlan();
  // The notice about airtime is not shown if airtime is not offered any more.
  const asked = ways.includes('airtime') ? askedPlan : null;
  const isOnlyCheck = useIsOnlyCheck(asked);
  const [choice, dispatch] = useReducer(choose, {
    plan: purchase.plan ?? asked?.plan ?? 'weekly',
    way: ways.find((way) => way === purchase.way) ?? ways[0] ?? 'airtime',
    pack: null,
    fault: null,
  });
  const onPaid = () => {
    const { pointBalance = 0 } = playerOf(currentSession()) ?? {};
    toastSuccess(`You have ${formatNumber(pointBalance)} coins. Pick a level.`);
    onClose();
  };
  const { isChecking, check } = useCheckAgain((found) => {
    if (found === 'runs') onPaid();
    else if (found === 'no-network') toastError(NO_NETWORK_MESSAGE);
    else if (found === 'same') toastInfo(NOTHING_NEW);
  });
  const airtime = useAirtime({
    player,
    door: purchase.door,
    priceOf: (asked) => nairaToKobo(prices.plans.airtime[asked]),
    onPaid,
  });
  const { plan } = choice;
  // The operator may have withdrawn a way to pay while the sheet is open.
  const way = ways.includes(choice.way) ? choice.way : (ways[0] ?? choice.way);
  const quoteBy = (by: Way) => {
    const quote = quoteOf(prices, by, `plan-${plan}`);
    if (!quote) throw new Error(`no price of ${plan} by ${by}`);
    return quote;
  };
  const quote = quoteBy(way);

  const checkAgain = (
    <Button icon="refresh" loading={isChecking} onClick={check}>
      Check again
    </Button>
  );

  if (asked && isOnlyCheck) {
    return (
      <Dialog key="check" variant="sheet" title="Start Subscription" onClose={onClose}>
        <div className={styles.stack}>
          <AirtimeNotice asked={asked} prices={prices} />
          {checkAgain}
          <p className={styles.foot}>Check first, so that you do not pay twice.</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog key="ways" variant="tall" title="Start Subscription" onClose={onClose}>
      {asked && (
        <div className={cx(styles.stack, styles.apart)}>
          <AirtimeNotice asked={asked} prices={prices} />
          {isUnderWay(asked) && (
            <>
              {checkAgain}
              <p className={styles.foot}>The first payment may still go through</p>
            </>
          )}
        </div>
      )}
      <Tabs
        look="segments"
        label="Plan"
        tabs={PLAN_TABS}
        value={plan}
        onChange={(chosen) => dispatch({ type: 'plan', plan: chosen })}
      >
        <WayRows
          ways={ways}
          chosen={way}
          phone={player.phone ?? ''}
          priceBy={(by) => formatKobo(quoteBy(by).kobo)}
          onChoose={(chosen) => dispatch({ type: 'way', way: chosen })}
        />
        <Sums
          rows={
            way === 'card'
              ? cardSums(quote)
              : [[`${orderName(quote)}${way === 'airtime' ? ', no fee' : ''}`, quote.kobo]]
          }
        />
        {way === 'airtime' ? (
          <Button size="lg" loading={airtime.isPending} onClick={() => airtime.mutate(plan)}>
            Pay {formatKobo(quote.kobo)} from airtime
          </Button>
        ) : (
          <Button
            size="lg"
            disabled={airtime.isPending}
            onClick={() => onOrder(way, { product: `plan-${plan}`, quote, door: purchase.door })}
          >
            Continue
          </Button>
        )}
        <p className={styles.foot}>
          {way === 'mobile-money' && 'Charges are shown before you pay. '}
          One time. It does not renew by itself.
        </p>
      </Tabs>
    </Dialog>
  );
}

function PlanLabel({ plan }: { plan: Plan }) {
  const days = PLAN_DAYS[plan];
  return (
    <>
      {PLAN_NAMES[plan]}
      <small>
        {formatNumber(SUBSCRIPTION_COINS)} coins, {days} {days === 1 ? 'day' : 'days'}
      </small>
    </>
  );
}

const WAY_TABS = [
  { value: 'card', label: 'Card' },
  { value: 'mobile-money', label: 'Mobile money' },
] as const;

/** 'Buy Coins': the way to pay, then a pack (payments.md#coin-packs). */
function CoinsSheet({ offer, purchase, onOrder, onClose }: SheetProps) {
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

/** A ticket of Millionaire Rush, and the way to pay for it (game.md#rush-ticket). */
function TicketSheet({ player, offer, purchase, onOrder, onClose }: SheetProps) {
  const ways = offer.ways.filter((way) => way !== 'airtime');
  const [chosen, setChosen] = useState(ways[0]);
  // The operator may have withdrawn a way to pay while the sheet is open.
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

const SHEETS = { plan: PlanSheet, coins: CoinsSheet, ticket: TicketSheet };

type ChoiceSheetProps = Omit<SheetProps, 'offer'> & { offer: Offer | null };

/** Shows the products once the prices are known, or says that there is no way to pay. */
export function ChoiceSheet({ offer, ...props }: ChoiceSheetProps) {
  const { what } = props.purchase;
  const title = PURCHASE_TITLES[what];
  if (!offer) return <WaitSheet title={title} onClose={props.onClose} />;
  if (offer.ways.length === 0) {
    return (
      <Dialog variant="sheet" title={title} onClose={props.onClose}>
        <p>There is no way to pay at the moment. Please come back later.</p>
      </Dialog>
    );
  }
  const Sheet = SHEETS[what];
  return <Sheet {...props} offer={offer} />;
}

export type Choice = {
  plan: Plan;
  way: Way;
  /** The price in naira of the pack that is bought. */
  pack: number | null;
  fault: string | null;
};

type ChoiceEvent =
  | { type: 'plan'; plan: Plan }
  | { type: 'way'; way: Way }
  | { type: 'pack'; naira: number }
  | { type: 'no-pack' };

/** Takes the choice in 'Start Subscription' and 'Buy Coins' one event further. */
export function choose(choice: Choice, event: ChoiceEvent): Choice {
  switch (event.type) {
    case 'plan':
      return { ...choice, plan: event.plan };
    case 'way':
      // Each way to pay has its own packs.
      return { ...choice, way: event.way, pack: null, fault: null };
    case 'pack':
      return { ...choice, pack: event.naira, fault: null };
    case 'no-pack':
      return { ...choice, fault: 'Input amount' };
  }
}

/**
 * Shown when a ticket is paid. The player starts its run, or keeps it for later (game.md#ways-into-a-run).
 */
export function TicketDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const play = () => {
    onClose();
    navigate(rushPlayPath(newKey()), { state: { isValid: true } });
  };
  return (
    <ChoiceDialog
      title="Payment Successful"
      lead="Your ticket is ready. Play now, or keep it for when your network is good."
    >
      <Button colour="gold" size="lg" icon="play" onClick={play}>
        Play now
      </Button>
      <Button colour="line" onClick={onClose}>
        Later
      </Button>
    </ChoiceDialog>
  );
}

const WAY_ICONS: Readonly<Record<Way, IconName>> = {
  airtime: 'phone',
  card: 'card',
  'mobile-money': 'cash',
};

type WayRowsProps = {
  ways: readonly Way[];
  chosen: Way;
  phone: string;
  priceBy: (way: Way) => string;
  onChoose: (way: Way) => void;
};

/** The ways to pay that are offered, each with its price. */
function WayRows({ ways, chosen, phone, priceBy, onChoose }: WayRowsProps) {
  const captions: Record<Way, string> = {
    airtime: formatPhone(phone),
    card: `+ ${CARD_FEE_PERCENT} fee`,
    'mobile-money': 'SmartCash or MoMo',
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>How do you want to pay?</legend>
      {ways.map((way) => (
        <RadioRow
          key={way}
          group="way"
          isChosen={way === chosen}
          onChoose={() => onChoose(way)}
          picture={<IconTile name={WAY_ICONS[way]} />}
          name={WAY_NAMES[way]}
          caption={captions[way]}
          price={priceBy(way)}
        />
      ))}
    </fieldset>
  );
}

/**
 * Prices and ways to pay: the built-in ones if the server's cannot be read, `null` while they are not
 * known.
 */
export function useOffer(): Offer | null {
  const { data, failureCount } = useQuery(offerQuery);
  return data ?? (failureCount > 0 ? DEFAULT_OFFER : null);
}

type RadioRowProps = ComponentProps<typeof PricedRow> & {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** A row for a way to pay or a pack, with its price: a radio button as large as its row. */
function RadioRow({ group, isChosen, onChoose, ...offer }: RadioRowProps) {
  return (
    <label className={cx(pricedRow, styles.row, isChosen && styles.chosen)}>
      <input type="radio" name={group} className="vh" checked={isChosen} onChange={onChoose} />
      <PricedRow {...offer} />
      <span className={styles.mark}>{isChosen && <Icon name="check" size={16} />}</span>
    </label>
  );
}
