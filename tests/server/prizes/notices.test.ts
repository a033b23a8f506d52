import { expect, test } from 'vitest';
import { ProviderError } from '../../../server/providers/provider-http.ts';
import { type SendSms, SmsRefusedError } from '../../../server/providers/sms.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { close, goOn, leaving, payDue, ready, score, thisWeek } from './prize-calls.ts';

const server = testServer();

/** A phone company that stores the texts it gets. */
function company(fails: (nth: number) => Error | null = () => null) {
  const texts: string[] = [];
  const asked: string[] = [];
  const sendSms: SendSms = async (to, text) => {
    asked.push(text);
    const failure = fails(asked.length);
    if (failure) throw failure;
    texts.push(`${to} ${text}`);
  };
  return { sendSms, texts, asked };
}

const to = (player: TestPlayer, text: string) =>
  `${stored(player.phone)} Football Mastermind: ${text}`;

test('a winner is texted what they have won, and when it was sent, each once', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await ready(server(), 1410);
  close(server(), week);
  const { sendSms, texts } = company();
  await payDue(server(), { sendSms });
  await payDue(server(), { sendSms });
  expect(texts).toEqual([
    to(
      player,
      'you won N2,820 (weekly board, place 1). We check it first. Cash takes 24 to 48 hours after that.',
    ),
  ]);
  await goOn(player, leaving());
  await goOn(player, { event: 'paid', by: 'sender' });
  await payDue(server(), { sendSms });
  await payDue(server(), { sendSms });
  expect(texts.slice(1)).toEqual(
    [to(player, expect.stringMatching(/^N2,820 has been sent/) as unknown as string)].map(() =>
      expect.stringMatching(/N2,820 has been sent to you\. Reference PO-/),
    ),
  );
});

test('a held prize is texted with the way to mend it, and a week before it lapses', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await server().signUp();
  await bornOn(player, '1990-05-17');
  await score(player, 60);
  close(server(), week);
  const { sendSms, texts } = company();
  await payDue(server(), { sendSms });
  const by = new Date(server().clock.at + 30 * DAY_MS);
  const day = new Date(by.getTime() + 3_600_000).toISOString().slice(5, 10).split('-');
  const until = `${day[1]}/${day[0]}`;
  expect(texts[1]).toBe(
    to(player, `your prize of N120 waits. Add your bank account by ${until}: open My winnings.`),
  );
  server().clock.at = by.getTime() - 7 * DAY_MS - 1;
  await payDue(server(), { sendSms });
  expect(texts).toHaveLength(2);
  server().clock.at += 10 * 60_000;
  await payDue(server(), { sendSms });
  server().clock.at += DAY_MS;
  await payDue(server(), { sendSms });
  expect(texts.slice(2)).toEqual([
    to(
      player,
      `your prize of N120 still waits for you. Open My winnings by ${until}, or it lapses.`,
    ),
  ]);
  expect(texts.every((text) => text.length <= 160 + 14)).toBe(true);
});

test('a text that the provider has not taken goes out later, one that it may have taken does not', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  await ready(server(), 70);
  close(server(), week);
  const refusing = company(() => new SmsRefusedError('sms/failed', 'busy', null));
  await payDue(server(), { sendSms: refusing.sendSms });
  expect(refusing.asked).toHaveLength(1);
  const silent = company(() => new ProviderError('sms/failed', 'no answer', null));
  await payDue(server(), { sendSms: silent.sendSms });
  expect(silent.asked).toEqual(refusing.asked);
  const { sendSms, texts } = company();
  await payDue(server(), { sendSms });
  expect(texts).toEqual([]);
});

test('a text that could not be sent for two days is dropped, and without a provider none is sent', async () => {
  server().toNextWeek();
  const week = thisWeek(server());
  await ready(server(), 80);
  close(server(), week);
  await payDue(server());
  server().clock.at += 2 * DAY_MS;
  const { sendSms, asked } = company();
  await payDue(server(), { sendSms });
  expect(asked).toEqual([]);
});
