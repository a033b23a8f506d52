import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import type { Wallet } from '../../../contract/mobile-money.ts';
import { isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import {
  formatNaira,
  KOBO_PER_NAIRA,
  MOBILE_MONEY_MIN_NAIRA,
  nairaToKobo,
  PLAN_NAMES,
  PLANS,
  type Plan,
  type Prices,
} from '../../../rules/money.ts';
import { formatPhone, to234Form } from '../../../rules/phone.ts';
import { type Bill, chargesQuery, totalKoboOf, walletName } from '../api/mobile-money.ts';
import { broughtName, exactNaira, type Order, orderName } from '../order.ts';
import { saidBy } from '../said-by.ts';
import { Sums } from '../sums.tsx';
import styles from './mobile-money.module.css';
import { UNABLE } from './texts.ts';

type Props = {
  /** Takes the focus when the step comes. */
  heading: RefObject<HTMLHeadingElement | null>;
  playerId: string;
  prices: Prices;
  order: Order;
  digits: string;
  wallet: Wallet;
  /** The payment before this one has failed. */
  hasFailed: boolean;
  isPaying: boolean;
  /** A payment is under way whose end is not known: no other plan takes its place. */
  isFixed: boolean;
  onPlan: (plan: Plan) => void;
  onPay: (bill: Bill) => void;
};

/** What the payment takes: the price and the charges of this wallet. */
export function PlanStep(props: Props) {
  const { heading, playerId, prices, order, digits, wallet, hasFailed } = props;
  const { isPaying, isFixed, onPlan, onPay } = props;
  const { quote } = order;
  const amount = quote.kobo / KOBO_PER_NAIRA;
  const least = MOBILE_MONEY_MIN_NAIRA[wallet.platform];
  const charges = useQuery({
    ...chargesQuery(playerId, digits, amount),
    enabled: amount >= least,
  });
  const bill: Bill | undefined = charges.data && {
    order,
    msisdn: digits,
    wallet,
    charges: charges.data,
  };
  const fault = faultOf(amount < least ? least : null, charges.error);
  const body = (
    <div className={styles.stack}>
      <h3 ref={heading} tabIndex={-1} className="vh">
        What you pay
      </h3>
      <p className={styles.from}>
        From <b>{walletName(wallet)}</b>, {wallet.platform} {formatPhone(to234Form(digits))}. You
        get <b>{broughtName(quote)}</b>.
      </p>
      {bill && (
        <Sums
          rows={[
            [orderName(quote), quote.kobo],
            ['Operator charge', nairaToKobo(bill.charges.operatorCharge)],
            ['Service charge', nairaToKobo(bill.charges.serviceCharge)],
          ]}
        />
      )}
      {charges.isLoading && <Spinner />}
      {(fault || hasFailed) && (
        <Notice kind="bad" role="alert">
          {fault ?? UNABLE}
        </Notice>
      )}
      {charges.error && (
        <Button loading={charges.isFetching} onClick={() => void charges.refetch()}>
          Try again
        </Button>
      )}
      {bill && (
        <>
          <Button size="lg" loading={isPaying || charges.isFetching} onClick={() => onPay(bill)}>
            Pay {exactNaira(totalKoboOf(bill))}
          </Button>
          <p className={styles.foot}>Then you enter your PIN on your phone.</p>
        </>
      )}
    </div>
  );
  if (!quote.plan) return body;
  return (
    <Tabs
      look="segments"
      label="Plan"
      tabs={PLANS.map((plan) => ({
        value: plan,
        label: (
          <>
            {PLAN_NAMES[plan]}
            <small>{formatNaira(prices.plans['mobile-money'][plan])}</small>
          </>
        ),
      }))}
      value={quote.plan}
      onChange={(plan) => !isFixed && onPlan(plan)}
    >
      {body}
    </Tabs>
  );
}

function faultOf(least: number | null, error: unknown): string | null {
  if (least !== null) return `the minimum amount is ₦${least}`;
  if (!error) return null;
  return isNetworkError(error) ? NO_NETWORK_MESSAGE : saidBy(error, UNABLE);
}
