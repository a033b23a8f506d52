type Kept = { what: string; why: string; long: string };

/** What is kept, why and how long: the table of docs/operations.md in a player's words. */
export const KEPT: readonly Kept[] = [
  {
    what: 'Phone number, username, nickname, email, picture, date of birth',
    why: 'To sign you in, name you on boards and know that you are 18.',
    long: 'Until you delete your account.',
  },
  {
    what: 'Gender, state and city, if you tell us',
    why: 'To know who plays and where.',
    long: 'Until you delete your account.',
  },
  {
    what: 'Games, points and coins',
    why: 'To count them fairly and pay the right winners.',
    long: 'Until you delete your account; then they stay without your name.',
  },
  {
    what: 'Payments and which card or wallet paid, the prices you said yes to, payouts',
    why: 'The law wants books, and one person counts once for prizes.',
    long: '6 years, without your name, number and card once you delete your account.',
  },
  {
    what: 'Bank account',
    why: 'To pay out what you win, each person to one account.',
    long: 'Until you change it or delete your account. Of one that we paid to, name and number stay scrambled with the payout.',
  },
  {
    what: 'Messages to us',
    why: 'To answer you.',
    long: '1 year, or until you delete your account.',
  },
  {
    what: 'Whom you report on boards',
    why: 'To look into it.',
    long: '1 year, or until you delete your account.',
  },
  {
    what: 'Visits by a campaign link',
    why: 'To know which campaign brought you.',
    long: '90 days, or until you delete your account.',
  },
  {
    what: 'Where you played from: network address and, in Millionaire Rush, phone, scrambled',
    why: 'To stop cheats before prizes are paid.',
    long: '90 days, or until you delete your account.',
  },
  {
    what: 'Network address, scrambled',
    why: 'To stop who guesses at codes.',
    long: '1 to 2 hours.',
  },
  {
    what: 'Networks you signed in from, scrambled',
    why: 'So that nobody who guesses at your codes locks you out.',
    long: '90 days after you were last there, or until you delete your account.',
  },
  {
    what: 'What went wrong in the app and how fast it was, without anything about you',
    why: 'To mend it.',
    long: '30 days.',
  },
  {
    what: 'After you delete your account: your number, scrambled, with your running plan, plays of the day, spending of the week, limits, first sign-up, what we took off a board, for 30 days the sealed questions you saw and, under 18, your date of birth',
    why: 'So that nobody gains coins by deleting and signing up again.',
    long: '180 days.',
  },
];
