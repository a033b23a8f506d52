import { DRAW_USAGE } from './draw.ts';

/** What is told of a command that is typed wrong, by its group. */
export const USAGE = {
  payments: `npm run admin -- payments COMMAND

  show REFERENCE               all there is about a payment
  of PHONE                     what a number has, owes and has paid for, and how it limits that
  consents [PHONE] [--plain]   who agreed to which price, as CSV; plain for a program
  reports                      what does not match, and money to be sent back by hand
  reconcile                    ask the providers now, as each minute, about what has no end
  reverse REFERENCE --why …    take a payment back: coins, period, and its money in the books
  refund REFERENCE --why …     the same, and send the money back
  sent REFERENCE --why …       note that you have sent back the money of a refund
  settle REFERENCE --why …     close what a player owes of it; nothing is taken

The last five ask for your key: OPERATOR_KEY, or typed. Of much money in a day two operators have to
reverse and refund, of many coins to settle.`,
  payouts: `npm run admin -- payouts COMMAND

  list [STATE]              prizes that have no end yet, or those of a state
  show REFERENCE            all there is about a prize
  evidence PHONE|ID         what speaks for and against a player: times, flags, proof rounds, runs
  run                       settle, look and send now, as each minute
  export [--plain]          what you send by hand, as CSV; it is on its way from then on.
                            Plain for a bank's upload, else for a spreadsheet
  approve REFERENCE --why … say yes to a large prize: two operators have to
  hold REFERENCE --why …    hold a prize until somebody releases it
  release REFERENCE --why … let pass what a person decides, and look at it again
  refuse REFERENCE --why …  refuse a prize: the places below move up
  paid REFERENCE --why …    note that a prize sent by hand has arrived
  returned REFERENCE --why … note that the bank sent it back
  went REFERENCES|none --why … after a restore: what went by hand since the copy and did not come
                            back, by the bank's statement. Where two operators are, both have to

All but list, show and evidence ask for your key: OPERATOR_KEY, or typed. Of much money in a day two operators
have to release, refuse and note as returned.`,
  wallets: `npm run admin -- wallets COMMAND

  check                                          whether each is the sum of its postings
  give PHONE|ID COINS --case NAME --why …        give coins, once for a case
  take PHONE|ID COINS --case NAME --why …        take coins, once for a case
  undo --case NAME --why …                       undo what was given or taken, whole

The last three ask for your key: OPERATOR_KEY, or typed. Of many coins in a day two operators have to say the same.`,
  players: `npm run admin -- players COMMAND

  find PHONE|ID|NAME                    players by phone, id, or how their name begins
  passbook PHONE|ID [BEFORE]            what moved a player's coins, the newest first
  rounds PHONE|ID                       a player's newest rounds and runs
  reports                               who is reported, the most reported first
  runs                                  runs that look played by a machine or by two, and why
  locks                                 who may not choose a picture or nickname, until when
  hide-picture PHONE|ID --why …         delete a player's picture, at once; locked for 30 days
  rename PHONE|ID NEWNAME --why …       give a player another nickname; locked for 30 days
  lift PHONE|ID --why …                 let a player choose both again
  seen PHONE|ID --why …                 close what is reported of a player

The last four ask for your key: OPERATOR_KEY, or typed. All of them but lift close the player's reports.`,
  sessions: `npm run admin -- sessions COMMAND

  of PHONE|ID             where a player is signed in
  end PHONE|ID --why …    end every session of a player, at once
  unlock PHONE --why …    give a number its codes and tries of the day again, once you know
                          that it is its owner who asks

The last two ask for your key: OPERATOR_KEY, or typed.`,
  questions: `npm run questions -- COMMAND

  reserve               what Millionaire Rush has left to ask, and for how many runs
  reports [strength]    questions that players report, by number or by the strength of who reports
  uphold ID --why …     take a wrong question back, and make good what it took
  dismiss ID --why …    close the reports of a question that is right
  health                what answers tell: questions dealt at another level, or no more
  clear ID --why …      deal a question again that was put before you; its answers are forgotten

uphold, dismiss and clear ask for your key: OPERATOR_KEY, or typed.`,
  draw: DRAW_USAGE,
  reports: `npm run admin -- reports [DAY]

What phones reported that day, such as 2026-11-18, in Lagos; today where there is none`,
  arrivals: `npm run admin -- arrivals [DAY]

Sign-ups and log-ins of that day, such as 2026-11-18, in Lagos, by what brought them; today where there is none`,
  boards: `npm run admin -- boards COMMAND

  check            say what the boards and the ledger do not agree on; ends with 1 where anything differs
  rebuild --why …  make every score of a day, a week and a month anew from the ledger, and put
                   right what differs

The last asks for your key: OPERATOR_KEY, or typed.`,
  keys: `npm run admin -- keys COMMAND

  rotate --why …   have the first of BANK_KEYS seal every bank account; the others are then not needed

It asks for your key: OPERATOR_KEY, or typed.`,
  database: `npm run admin -- database COMMAND

  backup FILE      copy the database to a new file, while the server runs
  restore FILE     bring a copy into an empty database, while no server runs
  restored --why … say that this database is a copy which was brought back by other means:
                   prizes wait until what went since is known
  distribution     what holds across players, for a cluster; ends with 1 where anything new does

The first three ask for your key: OPERATOR_KEY, or typed. Restoring asks for that of when the copy was made, and
by a wrong one restores too: only the line in the log is then missing.`,
  operators: `npm run admin -- operators COMMAND

  key              make a key of your own, and its seal: what the others add you by
  add NAME SEAL    add an operator by the seal of their key; two operators have to
  list             name all operators
  remove NAME      take an operator's key away

Adding and removing ask for your key: OPERATOR_KEY, or typed. The first is added without one and without a
seal, and told their key once; the second is added by the first.`,
};

export type Group = keyof typeof USAGE;

/** What is told where no group is named. */
export const GROUPS_USAGE = `npm run admin -- GROUP COMMAND

  payments     what was paid, and taking it back
  payouts      prizes on their way
  wallets      coins that are given and taken by hand, and whether the books are right
  players      finding a player, their coins and games; pictures and names
  sessions     where players are signed in
  draw         the raffle
  reports      what phones report
  arrivals     what brought sign-ups and log-ins
  boards       whether they follow from the ledger
  keys         what bank accounts are sealed with
  database     copying it, and bringing a copy back
  operators    who may do all of this
  go-live      a new database for real money, after one that was played with

Of each: npm run admin -- GROUP. Questions have npm run questions.`;
