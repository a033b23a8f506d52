import { readPhone } from '../accounts/players.ts';
import { changePayment, reconcileNow } from './change.ts';
import { checkWallets } from './check-wallets.ts';
import { closePayment } from './close.ts';
import { correctWallet, undoWallet } from './correct-wallet.ts';
import { type Answer, type Desk, DeskError, type Typed } from './desk.ts';
import { changeDraw } from './draw.ts';
import { exportConsents } from './export-consents.ts';
import { exportPayouts } from './export-payouts.ts';
import { payNow } from './pay-now.ts';
import { changePayout, PAYOUT_CHANGES } from './payouts.ts';
import { showEvidence } from './show-evidence.ts';
import { showPayment } from './show-payment.ts';
import { listPayouts, showPayout } from './show-payouts.ts';
import { showPlayer } from './show-player.ts';
import { showReports } from './show-reports.ts';
import { USAGE } from './usage.ts';
import { noteWent } from './went.ts';

export async function payments(desk: Desk, typed: Typed): Promise<Answer> {
  const { command, given, why, key, isPlain } = typed;
  const { db } = desk;
  const isAbout = given !== null && given !== '';
  switch (command) {
    case 'show':
      if (isAbout && why === null) return { lines: await showPayment(db, given) };
      break;
    case 'of':
      if (isAbout && why === null) return { lines: await showPlayer(desk, readPhone(given)) };
      break;
    case 'consents':
      if (why === null) {
        return { lines: await exportConsents(db, given && readPhone(given), isPlain) };
      }
      break;
    case 'reports':
      if (!isAbout && why === null) return { lines: await showReports(db) };
      break;
    case 'reconcile':
      if (!isAbout && why === null) return { lines: await reconcileNow(desk, key) };
      break;
    case 'reverse':
    case 'refund':
      if (isAbout && why) return changePayment(desk, { command, reference: given, why, key });
      break;
    case 'sent':
    case 'settle':
      if (isAbout && why) return closePayment(desk, { command, reference: given, why, key });
      break;
  }
  throw new DeskError(USAGE.payments);
}

export async function payouts(desk: Desk, typed: Typed): Promise<Answer> {
  const { command, given, why, key } = typed;
  if (command === 'list' && why === null) return { lines: await listPayouts(desk.db, given) };
  if (command === 'show' && given && why === null) {
    return { lines: await showPayout(desk.db, given) };
  }
  if (command === 'evidence' && given && why === null) {
    return { lines: await showEvidence(desk, given) };
  }
  if (command === 'run' && given === null && why === null) {
    return { lines: await payNow(desk, key) };
  }
  if (command === 'export' && given === null && why === null) {
    return { lines: await exportPayouts(desk, key, typed.isPlain) };
  }
  if (command === 'went' && given && why) {
    return { lines: await noteWent(desk, { text: given, why, key }) };
  }
  const change = PAYOUT_CHANGES.find((one) => one === command);
  if (change && given && why) {
    return { lines: await changePayout(desk, { command: change, reference: given, why, key }) };
  }
  throw new DeskError(USAGE.payouts);
}

export async function draw(
  desk: Desk,
  { command, given: month, and: text, last: spelling, why, key }: Typed,
): Promise<Answer> {
  const asked = month && { command, month, text, spelling, key };
  const lines = why === null && asked && (await changeDraw(desk, asked));
  if (lines) return { lines };
  throw new DeskError(USAGE.draw);
}

export async function wallets(desk: Desk, typed: Typed): Promise<Answer> {
  const { command, given, and, why, key, case: name } = typed;
  if (command === 'check' && given === null && why === null) return checkWallets(desk.db);
  if ((command === 'give' || command === 'take') && given && and && why && name) {
    const change = { command, who: given, coins: and, name, why, key } as const;
    return { lines: await correctWallet(desk, change) };
  }
  if (command === 'undo' && given === null && why && name) {
    return { lines: await undoWallet(desk, { name, why, key }) };
  }
  throw new DeskError(USAGE.wallets);
}
