/** The configuration of a server with real cards and numbers, and prizes sent by hand. */
export const BY_HAND = {
  CARD_SECRET_KEY: 'sk_live_x',
  CARD_PUBLIC_KEY: 'pk_live_x',
  SIGN_IN_POLICY: 'otp',
  SMS_URL: 'https://sms.example.ng',
  SMS_TOKEN: 'x',
  CONTEST:
    '{"promoter":"Example Games","permit":"NLRC/1","rules":"https://example.ng/r","support":"tel:0700"}',
};
