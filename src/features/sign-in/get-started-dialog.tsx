import { useEffect, useLayoutEffect, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { makeUsername } from '../../rules/usernames.ts';
import { DueCodeStep } from './due-code-step.tsx';
import { readEarlyForm, removeEarlyForm, useGetStarted } from './get-started-calls.ts';
import { GetStartedForm } from './get-started-form.tsx';

type Props = { onClose: () => void };

/** The dialog 'Get started': sign-up and login in one (sign-in.md#get-started). */
export function GetStartedDialog({ onClose }: Props) {
  const [early] = useState(readEarlyForm);
  const { form, values, errors, codeError, isBusy, isRegistered, ...signIn } = useGetStarted(
    early?.typed,
  );
  // The focus is in this form by now, so the phone's keyboard stays open.
  useLayoutEffect(removeEarlyForm, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the early form is taken over once.
  useEffect(() => {
    if (early?.isClosed) onClose();
    else if (early?.isEntered) signIn.submit();
  }, []);

  return (
    <Dialog variant="tall" title="Get started" onClose={onClose}>
      {form.is === 'code' ? (
        <DueCodeStep
          key={form.code.id}
          pending={form.code}
          action="Enter"
          error={codeError}
          busy={isBusy}
          onSubmit={(digits) => signIn.send({ is: 'code-entered', digits })}
          onResend={() => signIn.send({ is: 'code-wanted' })}
          onBack={() => signIn.send({ is: 'number-wanted' })}
        />
      ) : (
        <GetStartedForm
          step={form.is === 'details' ? 'new' : 'phone'}
          registered={isRegistered}
          values={values}
          errors={errors}
          busy={isBusy}
          onChange={signIn.change}
          onSubmit={signIn.submit}
          onReroll={() => signIn.change({ username: makeUsername(Math.random) })}
        />
      )}
    </Dialog>
  );
}
