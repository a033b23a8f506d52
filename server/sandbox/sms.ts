import * as v from 'valibot';
import { isStoredPhone } from '../../src/rules/phone.ts';
import { CODE_DIGITS } from '../../src/rules/players.ts';
import { readPhone } from '../accounts/players.ts';
import { isSameText } from '../crypto/hash.ts';
import { credentialOf } from '../http/callers.ts';
import { type App, Refusal } from '../http/serve.ts';
import { SANDBOX_SMS_TOKEN } from '../providers/open-providers.ts';
import type { Services } from '../services.ts';

const INBOX_SIZE = 10;

/** Plays a provider of SMS. The texts wait in an inbox (go-live.md#providers-and-the-sandbox). */
export function sandboxSms(
  app: App,
  { db, config, now }: Pick<Services, 'db' | 'config' | 'now'>,
): void {
  const token = config.smsToken ?? SANDBOX_SMS_TOKEN;
  app.post(
    '/sms',
    {
      onRequest: async (request) => {
        if (!isSameText(credentialOf(request, 'Bearer') ?? '', token)) throw unknownSender();
      },
      schema: {
        body: v.object({
          to: v.pipe(v.string(), v.check(isStoredPhone, 'is no stored phone number')),
          text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
        }),
      },
    },
    async ({ body, log }) => {
      await db
        .insertInto('sandbox_sms')
        .values({ phone: body.to, text: body.text, sent_at: new Date(now()) })
        .execute();
      // The phone number stays out of the log, as every number does.
      log.info({ code: codeIn(body.text) }, 'a sign-in code of the sandbox');
      return { status: 'sent' };
    },
  );

  app.get(
    '/inbox/:phone',
    { schema: { params: v.object({ phone: v.string() }) } },
    async ({ params }) => {
      const texts = await db
        .selectFrom('sandbox_sms')
        .select(['text', 'sent_at'])
        .where('phone', '=', readPhone(params.phone))
        .orderBy('id', 'desc')
        .limit(INBOX_SIZE)
        .execute();
      const data = texts.map(({ text, sent_at }) => ({
        text,
        code: codeIn(text),
        sentAt: sent_at.toISOString(),
      }));
      return { status: true, data };
    },
  );
}

function unknownSender(): Refusal {
  return new Refusal(401, 'sandbox/unknown-sender', 'The sandbox knows no sender by this token.');
}

const CODE = new RegExp(`\\b\\d{${CODE_DIGITS}}\\b`);

function codeIn(text: string): string | null {
  return CODE.exec(text)?.[0] ?? null;
}
