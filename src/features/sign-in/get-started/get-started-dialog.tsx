import { Dialog } from '../../../components/dialog.tsx';
import { makeUsername } from '../../../rules/usernames.ts';
import type { CodeStepComponent } from '../code-step/pending-code.ts';
import { GetStartedForm } from './get-started-form.tsx';
import { useGetStarted } from './use-get-started.ts';

type Props = { onClose: () => void; CodeStep: CodeStepComponent };

/** The dialog 'Get started' (accounts §2). */
export function GetStartedDialog({ onClose, CodeStep }: Props) {
  const door = useGetStarted();
  return (
    <Dialog variant="tall" title="Get started" onClose={onClose}>
      {door.pending ? (
        <CodeStep
          key={door.pending.id}
          pending={door.pending}
          action="Enter"
          error={door.codeError}
          busy={door.isBusy}
          onSubmit={(code) => void door.submitCode(code)}
          onResend={() => void door.resend()}
          onBack={door.backToPhone}
        />
      ) : (
        <GetStartedForm
          step={door.step}
          registered={door.isRegistered}
          values={door.values}
          errors={door.errors}
          busy={door.isBusy}
          onChange={door.change}
          onSubmit={() => void door.submit()}
          onReroll={() => door.change({ username: makeUsername(Math.random) })}
        />
      )}
    </Dialog>
  );
}
