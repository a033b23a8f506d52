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

/** Adds or changes the bank account. The form, the choice of the bank and the code are in the same dialog. */
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
  /** Sets the account, and saves it as a draft that outlives a killed tab. */
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
  /** Called when the player types another account; clears the error. */
  onAnother: () => void;
};

/** The form of bank and number. At the tenth digit it asks for the owner's name (profile.md#bank-account). */
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

  // The list of banks had the focus. When the form is back, the focus goes to what is still to be filled in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears.
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
      {/* No maxLength, because it would cut a pasted "0123 456 789" before the spaces are removed. */}
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

/** Replaces the form in the dialog until a bank is chosen. */
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

/** Shows a bank's name, with the typed part of it marked. */
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

/** Words that many banks' names contain, or that people leave out. The other words are the telling ones. */
const GENERIC = new Set(
  'bank banks mfb psb finance plc ltd limited company nigeria nig ng digital services of for the and by'.split(
    ' ',
  ),
);

/** Words that initials leave out: United Bank for Africa is `UBA`. */
const SMALL_WORDS = new Set(['for', 'of', 'and', 'the', 'by']);

/** Short names that no rule finds, with the telling words of the bank's name, joined. */
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

/** The forms of a name that the search compares. */
type Spoken = {
  /** `whole` joins all words of the name; `key` joins only the telling ones. */
  whole: string;
  key: string;
  /** `words` are the telling words; `rests` joins them from the second, the third and each later word on. */
  words: string[];
  rests: string[];
  initials: string;
};

/** How well a bank fits; a lower number fits better. */
const FIT = { whole: 0, saidAs: 1, key: 2, rest: 3, initials: 4, start: 5, word: 6, part: 7 };

/**
 * Finds banks, the best fit first. A bank is found by its name with or without spaces and words like `bank`
 * or `MFB`, by a part of the name, by its initials and by other short names (`GTB`, `uba`, `9PSB`). If none
 * fits, banks with nearly the same spelling are found.
 */
export function findBanks(banks: readonly Bank[], typed: string): Bank[] {
  const said = spokenOf(typed);
  if (said.whole === '') return [...banks];
  const found = ranked(banks, (bank) => fitOf(spokenBank(bank), said));
  return found.length > 0 ? found : ranked(banks, (bank) => slipsOf(spokenBank(bank), said.key));
}

/** Gives the banks that fit, the best first. Equal fits keep the order of the list. */
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
  // A text such as `bank` has no telling word, so only its whole is compared.
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
  // If a word like `bank` was typed too, the others must be whole words: `afri bank` does not find Africa.
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

/** Gives a name's words without accents, points and apostrophes, and with short names for kinds of banks. */
function searchWordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/payment services?( bank)?/g, 'psb')
    .replace(/mi(cro|rco)[ -]?finana?ce( bank)?/g, ' mfb ');
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Removes the kind of a bank from a word: `gtbank` gives `gt`, `hopepsb` gives `hope`. */
const withoutKind = (word: string) => word.replace(/^(..+?)(?:bank|mfb|psb)+$/, '$1');

function initialsOf(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => (SMALL_WORDS.has(word) ? '' : word.slice(0, 1))).join('');
}

/**
 * Counts the typing errors between a bank's name and the typed one; `null` if they are too many or the first
 * letters differ.
 */
function slipsOf({ key, rests }: Spoken, typed: string): number | null {
  const names = [key, ...Object.keys(SAID_AS).filter((said) => SAID_AS[said] === key)];
  const fewestOf = (near: string[]) =>
    Math.min(
      ...near
        .filter(([first]) => first === typed[0])
        .map((name) => tooFar(slipsBetween(undoubled(name), undoubled(typed)), name, typed)),
    );
  // A bank with nearly the typed name ranks before a bank that has such a name only in its own.
  const fewest = Math.min(fewestOf(names), fewestOf(rests) + 0.5);
  return fewest < Number.POSITIVE_INFINITY ? fewest : null;
}

/** Gives `slips`, or infinity if they are too many: short names allow none, longer names one or two. */
function tooFar(slips: number, name: string, typed: string): number {
  const length = Math.min(name.length, typed.length);
  const most = length < 4 ? 0 : length < 8 ? 1 : 2;
  return slips <= most ? slips : Number.POSITIVE_INFINITY;
}

/** Makes double letters single, so that `acess` and `access` are equal. */
const undoubled = (text: string) => text.replace(/(.)\1+/g, '$1');

/** Counts letters that are missing, added or wrong, and pairs of letters that changed places. */
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

/** The account that the player filled in, with the owner's name that they were shown. */
type Wanted = { bank: Bank; number: string; name: string };

/** A code that was sent, and the time from which another code can be sent, in epoch milliseconds. */
type DueCode = { id: string; resendAt: number };

/** A failure, with a message for the player. */
type BankTrouble = { is: 'taken' | 'proof-needed' | 'other'; message: string };

/** Adds or changes the player's account. A change may need a code (profile.md#bank-account). */
function useAddBank(player: User, onAdded: () => void) {
  const client = useQueryClient();
  // The same account and code keep their key, so that they count once even if they are sent again.
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
    /** Returns to the form, which stays filled in. */
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

/** Gives the message for an error: the server's own if the player can act on it. */
function wordsOf(error: Error): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  if (isApiError(error, 'bank/unresolved')) return 'Invalid acct details';
  const isTold =
    isApiError(error, 'bank/other-name') ||
    (isApiError(error) && (error.status === 429 || error.code.startsWith('challenge/')));
  return isTold ? error.message : 'Error, Please try again';
}
