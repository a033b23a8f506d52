import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { Button, cx, Spinner } from '../../components/button.tsx';
import { CodeForm } from '../../components/code-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { Hint } from '../../components/rows.tsx';
import { toastSuccess } from '../../components/toast.ts';
import { env } from '../../config/env.ts';
import { paths } from '../../config/paths.ts';
import { type Bank, bankSchema } from '../../contract/banks.ts';
import type { User } from '../../contract/user.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { keyKeeper } from '../../lib/http.ts';
import { digitsOf } from '../../rules/numbers.ts';
import { ACCOUNT_DIGITS, CODE_DIGITS } from '../../rules/players.ts';
import { keepDraft, readDraft } from '../../session/drafts.ts';
import styles from './bank-dialog.module.css';
import { accountNameQuery, addBankAccount, bankListQuery, takeOver } from './banks.ts';

const draftSchema = v.object({ bank: v.nullable(bankSchema), number: v.string() });

type Account = v.InferOutput<typeof draftSchema>;

type BankDialogProps = { player: User; isChange: boolean; onClose: () => void };

/** Adds an account, or changes it: form, choice of the bank and code are in one dialog. */
export function BankDialog({ player, isChange, onClose }: BankDialogProps) {
  const banks = useQuery(bankListQuery(player.id));
  const [isPicking, setPicking] = useState(false);
  const [{ bank, number }, setAccount] = useState<Account>(
    () => readDraft(player.id, 'bank', draftSchema) ?? { bank: null, number: '' },
  );
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const close = () => {
    keepDraft(player.id, 'bank', null);
    onClose();
  };
  const add = useAddBank(player, close);
  /** Keeps the account as a draft too: a killed tab finds it again. */
  const write = (account: Account) => {
    setAccount(account);
    keepDraft(player.id, 'bank', account);
    add.reset();
  };
  const back = () => setPicking(false);

  const title = isChange ? 'Change bank account' : 'Add bank account';
  if (add.due && wanted) {
    return (
      <Dialog title={title} onClose={add.reset}>
        <CodeForm
          digits={CODE_DIGITS}
          resendAt={add.due.resendAt}
          action="Submit"
          back="Back"
          error={add.trouble?.message ?? null}
          busy={add.isPending}
          onSubmit={(code) => add.submit(wanted, code)}
          onResend={() => add.submit(wanted)}
          onBack={add.reset}
        >
          To keep your money safe we sent {CODE_DIGITS} digits by SMS to your phone number.
        </CodeForm>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={isPicking ? back : close}>
      <div key={String(isPicking)} className={styles.step}>
        {isPicking && banks.data ? (
          <BankPicker
            banks={banks.data}
            chosen={bank}
            onChoose={(chosen) => {
              write({ bank: chosen, number });
              back();
            }}
            onBack={back}
          />
        ) : banks.error && !banks.isFetching ? (
          <>
            <Notice kind="warn" icon="wifi-off" role="alert">
              {isNetworkError(banks.error) ? NO_NETWORK_MESSAGE : 'Error, Please try again'}
            </Notice>
            <Button size="lg" onClick={() => void banks.refetch()}>
              Try again
            </Button>
          </>
        ) : (
          <BankForm
            player={player}
            bank={bank}
            number={number}
            trouble={add.trouble}
            isBusy={add.isPending}
            onPick={() => setPicking(true)}
            onType={(typed) => write({ bank, number: typed })}
            onSubmit={(submitted) => {
              setWanted(submitted);
              add.submit(submitted);
            }}
            onAnother={add.reset}
          />
        )}
      </div>
    </Dialog>
  );
}

type BankFormProps = {
  player: User;
  bank: Bank | null;
  number: string;
  trouble: BankTrouble | null;
  isBusy: boolean;
  onPick: () => void;
  onType: (number: string) => void;
  onSubmit: (wanted: Wanted) => void;
  /** Clears the trouble: the player types another account. */
  onAnother: () => void;
};

/** Bank and number; the name is asked for at the tenth digit (profile.md#bank-account). */
function BankForm({
  player,
  bank,
  number,
  trouble,
  isBusy,
  onPick,
  onType,
  onSubmit,
  onAnother,
}: BankFormProps) {
  const id = useId();
  const root = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const {
    data: name,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...accountNameQuery(player.id, bank?.code ?? '', number),
    enabled: bank !== null && number.length === ACCOUNT_DIGITS,
  });
  const isTaken = trouble?.is === 'taken';
  const isUnresolved = isApiError(error, 'bank/unresolved');
  const fault =
    error && !isFetching ? wordsOf(error) : trouble?.is === 'other' ? trouble.message : null;

  // The focus goes back to where work is left: the list took it away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it comes up.
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(bank ? 'input' : 'button')?.focus();
  }, []);

  const type = (typed: string) => {
    const digits = digitsOf(typed);
    if (!isBusy && digits.length <= ACCOUNT_DIGITS) onType(digits);
  };
  const useAnother = () => {
    onAnother();
    root.current?.querySelector('input')?.focus();
  };

  return (
    <form
      ref={root}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (bank && name && !isBusy && !isTaken) onSubmit({ bank, number, name });
      }}
    >
      <div>
        <span id={`${id}-label`} className={styles.label}>
          Bank
        </span>
        <button
          type="button"
          className={styles.choose}
          aria-labelledby={`${id}-label ${id}-bank`}
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || onPick()}
        >
          <span id={`${id}-bank`}>{bank?.name ?? 'Choose your bank'}</span>
          <Icon name="chev-down" />
        </button>
      </div>
      {/* No maxLength: it would cut a pasted "0123 456 789" before the spaces are gone. */}
      <TextField
        label="Account number"
        aside={`${number.length} of ${ACCOUNT_DIGITS}`}
        name="account-number"
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={({ target }) => type(target.value)}
        error={fault}
        hint={!bank && number.length === ACCOUNT_DIGITS ? 'Choose your bank first' : undefined}
        readOnly={isBusy}
        trailing={
          isFetching && (
            <span className={styles.looking} role="status">
              <Spinner />
              <span className="vh">Please wait</span>
            </span>
          )
        }
      />
      {name && !isFetching && !isTaken && (
        <>
          <Notice kind="ok" role="status">
            The bank says this is
            <b className={styles.name} translate="no">
              {name}
            </b>
          </Notice>
          <Hint icon="info">
            Is that you? Cash goes only to this name. To keep it safe, payments wait a day.
          </Hint>
        </>
      )}
      {trouble?.is === 'proof-needed' && (
        <Notice kind="warn" role="alert" title="Sign in again first">
          {trouble.message}
        </Notice>
      )}
      {isTaken ? (
        <>
          <Notice kind="bad" role="alert" title="Another player has this account">
            One bank account is for one player. If this one is yours, write to us. We look at it
            with you.
          </Notice>
          <Button size="lg" onClick={useAnother}>
            Use another account
          </Button>
          <Button colour="line" icon="mail" onClick={() => navigate(paths.contact)}>
            Contact Us
          </Button>
        </>
      ) : error && !isUnresolved ? (
        <Button size="lg" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      ) : (
        <Button type="submit" size="lg" loading={isBusy} disabled={!name || isFetching}>
          Submit
        </Button>
      )}
    </form>
  );
}

type BankPickerProps = {
  banks: readonly Bank[];
  chosen: Bank | null;
  onChoose: (bank: Bank) => void;
  onBack: () => void;
};

/** Takes the form's place in its dialog until a bank is chosen. */
function BankPicker({ banks, chosen, onChoose, onBack }: BankPickerProps) {
  const [typed, setTyped] = useState('');
  const found = findBanks(banks, typed);
  return (
    <div className={styles.picker}>
      <div>
        <TextField
          label="Find your bank"
          name="bank-search"
          type="search"
          autoComplete="off"
          autoFocus
          leading={<Icon name="search" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p className={styles.count} role="status">
          {found.length === 0
            ? 'No bank has this name'
            : `${found.length} of ${banks.length} banks`}
        </p>
      </div>
      {found.length > 0 && (
        <ul className={styles.list} aria-label="Banks">
          {found.map((bank) => {
            const isChosen = bank.code === chosen?.code && bank.name === chosen.name;
            return (
              <li key={`${bank.code} ${bank.name}`}>
                <button
                  type="button"
                  className={cx(styles.bank, isChosen && styles.chosen)}
                  aria-current={isChosen || undefined}
                  onClick={() => onChoose(bank)}
                >
                  <Found name={bank.name} typed={typed.trim()} />{' '}
                  {isChosen ? (
                    <Icon name="check" size={18} />
                  ) : (
                    <span className={styles.code}>{bank.code}</span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <Button colour="line" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}

/** A name with the part that was typed marked. */
function Found({ name, typed }: { name: string; typed: string }) {
  const at = name.toLowerCase().indexOf(typed.toLowerCase());
  if (typed === '' || at < 0) return <span>{name}</span>;
  return (
    <span>
      {name.slice(0, at)}
      <mark className={styles.mark}>{name.slice(at, at + typed.length)}</mark>
      {name.slice(at + typed.length)}
    </span>
  );
}

/** Words that many banks have, or that a name is said without. */
const GENERIC = new Set(
  'bank banks mfb psb finance plc ltd limited company nigeria nig ng digital services of for the and by'.split(
    ' ',
  ),
);

/** Between initials they are left out: `UBA`. */
const SMALL_WORDS = new Set(['for', 'of', 'and', 'the', 'by']);

/** Short names that no rule finds, and the telling part of the bank's name. */
const SAID_AS: Record<string, string> = {
  airtel: 'airtelsmartcash',
  airtelmoney: 'airtelsmartcash',
  fbn: 'first',
  fcmb: 'firstcitymonument',
  firstcity: 'firstcitymonument',
  gt: 'guarantytrust',
  gtb: 'guarantytrust',
  gtco: 'guarantytrust',
  guaranteetrust: 'guarantytrust',
  ibtc: 'stanbicibtc',
  moneypoint: 'moniepoint',
  paycom: 'opay',
  scb: 'standardchartered',
  skye: 'polaris',
  stanchart: 'standardchartered',
  sterlingalternative: 'alternative',
  titantrust: 'titan',
  vbank: 'vfd',
};

/** A name, as far as searching goes. */
type Spoken = {
  /** All of its words without spaces between, and the telling ones alone. */
  whole: string;
  key: string;
  /** The telling ones, and the same from the second and each later one on. */
  words: string[];
  rests: string[];
  initials: string;
};

/** How well a bank fits: the less the better. */
const FIT = { whole: 0, saidAs: 1, key: 2, rest: 3, initials: 4, start: 5, word: 6, part: 7 };

/**
 * Finds banks, the best first: by name however it is spaced, without `bank`, `MFB` and the like, by a
 * part of the name, by initials and other short names (`GTB`, `uba`, `9PSB`); where none of these fits,
 * by nearly the same spelling.
 */
export function findBanks(banks: readonly Bank[], typed: string): Bank[] {
  const said = spokenOf(typed);
  if (said.whole === '') return [...banks];
  const found = ranked(banks, (bank) => fitOf(spokenBank(bank), said));
  return found.length > 0 ? found : ranked(banks, (bank) => slipsOf(spokenBank(bank), said.key));
}

/** Those that fit, the best first, else in their order. */
function ranked(banks: readonly Bank[], howWell: (bank: Bank) => number | null): Bank[] {
  const fits = banks.flatMap((bank) => {
    const how = howWell(bank);
    return how === null ? [] : { bank, how };
  });
  return fits.sort((one, other) => one.how - other.how).map(({ bank }) => bank);
}

function fitOf(name: Spoken, said: Spoken): number | null {
  const { whole, key } = said;
  const meant = SAID_AS[key] ?? SAID_AS[whole];
  // The word `bank` alone distinguishes no bank from another.
  const looks = key === '' ? [whole] : [key, whole];
  const is = (test: (look: string) => boolean) => looks.some(test);
  if (name.whole === whole) return FIT.whole;
  if (meant !== undefined && name.key === meant) return FIT.saidAs;
  if (is((look) => look === name.key)) return FIT.key;
  if (is((look) => name.rests.includes(look))) return FIT.rest;
  if (is((look) => look === name.initials)) return FIT.initials;
  if (name.key.startsWith(whole) || name.whole.startsWith(whole)) return FIT.start;
  if (name.rests.some((rest) => rest.startsWith(whole))) return FIT.word;
  if (name.initials.startsWith(whole)) return FIT.word;
  // A word before 'bank' counts only whole: `afri bank` does not find Africa.
  const isWhole = key !== whole;
  const hasWord = (one: string) =>
    name.words.some((word) => (isWhole ? word === one : word.startsWith(one)));
  if (said.words.length > 0 && said.words.every(hasWord)) return FIT.word;
  return name.whole.includes(whole) ? FIT.part : null;
}

const spokenBanks = new WeakMap<Bank, Spoken>();

function spokenBank(bank: Bank): Spoken {
  const known = spokenBanks.get(bank) ?? spokenOf(bank.name);
  spokenBanks.set(bank, known);
  return known;
}

function spokenOf(name: string): Spoken {
  const all = searchWordsOf(name);
  const words = [...new Set(all.filter((word) => !GENERIC.has(word)).map(withoutKind))];
  return {
    whole: all.join(''),
    key: words.join(''),
    words,
    rests: words.slice(1).map((_, at) => words.slice(at + 1).join('')),
    initials: initialsOf(name),
  };
}

/** Its words without accents, points and apostrophes; kinds of banks by their short names. */
function searchWordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/payment services?( bank)?/g, 'psb')
    .replace(/mi(cro|rco)[ -]?finana?ce( bank)?/g, ' mfb ');
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** `gtbank` is `gt`, `hopepsb` is `hope`. */
const withoutKind = (word: string) => word.replace(/^(..+?)(?:bank|mfb|psb)+$/, '$1');

function initialsOf(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => (SMALL_WORDS.has(word) ? '' : word.slice(0, 1))).join('');
}

/**
 * Counts the slips between a bank's name and the typed one; `null` for too many, or if the first letter
 * differs.
 */
function slipsOf({ key, rests }: Spoken, typed: string): number | null {
  const names = [key, ...Object.keys(SAID_AS).filter((said) => SAID_AS[said] === key)];
  const fewestOf = (near: string[]) =>
    Math.min(
      ...near
        .filter(([first]) => first === typed[0])
        .map((name) => tooFar(slipsBetween(undoubled(name), undoubled(typed)), name, typed)),
    );
  // The bank itself before one that has its name in its own.
  const fewest = Math.min(fewestOf(names), fewestOf(rests) + 0.5);
  return fewest < Number.POSITIVE_INFINITY ? fewest : null;
}

/** Forgives one or two slips in longer names, none in short ones. */
function tooFar(slips: number, name: string, typed: string): number {
  const length = Math.min(name.length, typed.length);
  const most = length < 4 ? 0 : length < 8 ? 1 : 2;
  return slips <= most ? slips : Number.POSITIVE_INFINITY;
}

/** `acess` and `access` are one. */
const undoubled = (text: string) => text.replace(/(.)\1+/g, '$1');

/** Letters that are missing, too many, wrong, or two that changed places. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = [...`${other} `].map((_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const wrong = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : wrong;
      row[j] = Math.min(wrong, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/** The account as the player filled it in and was shown it. */
type Wanted = { bank: Bank; number: string; name: string };

/** A code that was sent, and from when on another one can be, in epoch milliseconds. */
type DueCode = { id: string; resendAt: number };

/** The failure, in words for the player. */
type BankTrouble = { is: 'taken' | 'proof-needed' | 'other'; message: string };

/** Adds or changes the player's account; a change may ask for a code (profile.md#bank-account). */
function useAddBank(player: User, onAdded: () => void) {
  const client = useQueryClient();
  // The same account and code keep their key: sent again they count once.
  const keyOf = useRef(keyKeeper());
  const [due, setDue] = useState<DueCode | null>(null);
  const add = useMutation({
    mutationFn: ({ wanted, code }: { wanted: Wanted; code?: string }) => {
      const { bank, number, name } = wanted;
      const proof = due && code !== undefined && { challenge: due.id, code };
      const ours = env.hasAdditions && { bankCode: bank.code };
      const body = { bankName: bank.name, ...ours, acctNumber: number, acctName: name, ...proof };
      return addBankAccount(body, keyOf.current(body));
    },
    onSuccess: (answer) => {
      if (answer.is === 'challenged') {
        const { id, resendAfter } = answer.challenge;
        setDue({ id, resendAt: Date.now() + resendAfter * 1000 });
        return;
      }
      takeOver(client, player, answer);
      toastSuccess('Bank added successfully');
      onAdded();
    },
    onError: (error, { wanted: { bank, number } }) => {
      if (!isApiError(error, 'bank/other-name')) return;
      const { queryKey } = accountNameQuery(player.id, bank.code, number);
      void client.invalidateQueries({ queryKey });
    },
  });
  return {
    due,
    isPending: add.isPending,
    trouble: add.isPending || !add.error ? null : troubleOf(add.error),
    submit: (wanted: Wanted, code?: string) =>
      add.mutate(code === undefined ? { wanted } : { wanted, code }),
    /** Back to the form, as it was filled in. */
    reset: () => {
      setDue(null);
      add.reset();
    },
  };
}

const BY_LINK =
  "Open the game through your network's link. Then you have 15 minutes to add your account.";

function troubleOf(error: Error): BankTrouble {
  if (isApiError(error, 'bank/taken')) return { is: 'taken', message: error.message };
  if (isApiError(error, 'session/not-fresh')) return { is: 'proof-needed', message: BY_LINK };
  return { is: 'other', message: wordsOf(error) };
}

/** The server's own words where it gave a reason that the player can act on. */
function wordsOf(error: Error): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  if (isApiError(error, 'bank/unresolved')) return 'Invalid acct details';
  const isTold =
    isApiError(error, 'bank/other-name') ||
    (isApiError(error) && (error.status === 429 || error.code.startsWith('challenge/')));
  return isTold ? error.message : 'Error, Please try again';
}
