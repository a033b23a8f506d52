/** A valid call of an endpoint whose schema cannot say what is valid: the rest is drawn. */
type GoodCall = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** By the endpoint's name; `@own:phone@` is replaced when the call is made: see `cast.ts`. */
export const GOOD_CALLS: Record<string, GoodCall> = {
  getDailyVerify: { params: { phone: '@own:dailyPhone@' }, query: {} },
  getWeeklyVerify: { params: { phone: '@own:phone@' }, query: {} },
  getSubscribe: { params: { phone: '@own:phone@' }, query: { plan: 'daily' } },
  getUser: { params: { phone: '@own:phone@' }, query: {} },
  postUser: {
    body: {
      name: 'Bola 9',
      email: 'ada@example.com',
      phone: '@new:phone@',
      platform: 'rave',
      proof: '@new:proof@',
    },
  },
  postChallenge: { params: { id: '@own:challenge@' }, body: { code: '@own:code@' } },
  getBuyTicket: { params: { amount: '20300', reference: '@own:ticketReference@' } },
  getCardVerify: { params: { reference: '@own:paid@' } },
  getCollection: { params: { reference: '@own:prompted@' } },
  postDoi: { params: { reference: '@own:prompted@' } },
  postExpected: {
    body: { product: 'coins-100', provider: 'card', reference: '@fresh:reference@' },
  },
  postCollection: {
    body: {
      name: 'Ada',
      msisdn: '@own:payingNumber@',
      amount: 100,
      accountId: '@own:walletAccount@',
      operatorCharge: 1.25,
      serviceCharge: 0.75,
      totalAmount: 102,
      product: 'coins-100',
      reference: '@fresh:reference@',
    },
  },
  postCardWebhook: {
    body: {
      event: 'charge.success',
      data: {
        reference: '@own:reference@',
        status: 'success',
        amount: 50_750,
        currency: 'NGN',
        metadata: { userId: '@own:id@', type: 'buy-plays' },
      },
    },
  },
  postPlayerReport: { params: { id: '@other:id@' }, body: { reason: 'name' } },
  postQuestionReport: {
    params: { id: '@own:countedQuestion@' },
    body: { reason: 'unclear', roundId: '@own:countedRound@' },
  },
  putUser: { body: { email: 'ada@example.com', dark: 'true' } },
  postRushAnswer: {
    params: { id: '@own:run@' },
    body: { level: 1, choice: '@own:runChoice@', end: 'answered', ms: 2000 },
  },
  postPowerUp: { params: { id: '@own:run@' }, body: { level: 1, powerUp: 'time-freeze' } },
  postProofAnswer: {
    body: { number: 1, choice: '@own:proofChoice@', end: 'answered', ms: 3000 },
  },
  getQuestions: {
    params: { categoryId: '@own:play@' },
    query: { difficulty: 'easy', size: '10', page: '1' },
  },
  postPoints: { body: '@own:submission@' },
  getDrawPaths: { params: { month: '2026-10' }, query: {} },
  getDrawList: { params: { month: '2026-10' } },
};
