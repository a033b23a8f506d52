import { Notice } from '../../../components/notice.tsx';
import { momentText } from '../../../lib/time.ts';
import { SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { Choice } from './chooser-reducer.ts';

type Props = { choice: Choice; name: string; price: string };

/** What became of a payment from airtime (flows.md#subscribe-call). */
export function AirtimeNotice({ choice, name, price }: Props) {
  const begun = (
    <>
      {name}, <b>{price}</b> from airtime. Asked at {momentText(choice.askedAt, Date.now())}.
    </>
  );
  switch (choice.airtime) {
    case 'idle':
      return null;
    case 'refused':
      return (
        <Notice kind="bad" role="alert" title="Not enough airtime">
          The {name} costs <b>{price}</b>. Nothing was charged. Add airtime and try again, or pay
          another way.
        </Notice>
      );
    case 'pending':
      return (
        <Notice kind="warn" icon="clock" role="status" title="Waiting for your network">
          {begun} Your network may take the {price} one time, never two. Your coins come by
          themselves.
        </Notice>
      );
    case 'unanswered':
      return (
        <Notice kind="warn" icon="wifi-off" role="status" title="Your network did not answer">
          {begun} Your {price} may be taken or not. If it is, your{' '}
          {formatNumber(SUBSCRIPTION_COINS)} coins come by themselves.
        </Notice>
      );
  }
}
