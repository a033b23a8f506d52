import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { campaignSchema } from '../../../src/contract/campaigns.ts';
import { contactSchema } from '../../../src/contract/contact.ts';
import { challengeAnswerSchema, lookUpReplySchema } from '../../../src/contract/user.ts';

describe('the reply to a look-up', () => {
  const challenge = { id: 'c1', channel: 'sms', resendAfter: 60 };

  test('brings the challenge that is due', () => {
    const reply = { status: false, data: null, code: 'user/challenge', meta: { challenge } };
    const read = v.parse(lookUpReplySchema, reply);
    expect(read).toMatchObject({ status: false, code: 'user/challenge', meta: { challenge } });
  });

  test('brings the proof that creates an account', () => {
    const reply = { status: false, code: 'user/unknown', meta: { proof: 'n1.x' } };
    expect(v.parse(lookUpReplySchema, reply)).toMatchObject({ meta: { proof: 'n1.x' } });
  });

  test('is a plain no where the API knows no policy', () => {
    expect(v.parse(lookUpReplySchema, { status: false })).toEqual({ status: false });
    expect(v.parse(lookUpReplySchema, { status: false, meta: null })).toMatchObject({ meta: null });
  });

  test('brings the player and a token', () => {
    const reply = { status: true, data: { id: 7 }, meta: { token: 't' } };
    expect(v.parse(lookUpReplySchema, reply)).toMatchObject({
      data: { id: '7' },
      meta: { token: 't' },
    });
  });

  test.each([
    { challenge: { ...challenge, id: '' } },
    { challenge: { ...challenge, resendAfter: -1 } },
    { challenge: 'c1' },
    { proof: 7 },
  ])('is not read with %o', (meta) => {
    expect(v.safeParse(lookUpReplySchema, { status: false, meta }).success).toBe(false);
  });
});

test.each(['123456', ' 123 456 ', '123-456'])('the code "%s" is six digits', (code) => {
  expect(v.parse(challengeAnswerSchema, { code })).toEqual({ code: '123456' });
});

test('what is sent of a visit and a message passes as it is', () => {
  const visit = { msisdn: '', referer: 'radio', txnId: 'a-1' };
  expect(v.parse(campaignSchema, visit)).toEqual(visit);
  const message = {
    email: 'ada@example.com',
    phone: '+234 803 000 0014',
    subject: 'Coins',
    message: 'Where?\n\tHere.',
    type: 'form',
  };
  expect(v.parse(contactSchema, message)).toEqual(message);
});
