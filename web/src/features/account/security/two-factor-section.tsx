import type { TwoFactorState } from '@shop/contract/accounts/factors';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';
import { loadTwoFactor, startTwoFactor } from './security.requests.ts';
import { SetUpTwoFactor } from './set-up-two-factor.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { useCall } from './use-call.ts';

type Step =
  | { name: 'rest' }
  | { name: 'set-up'; secret: string; otpauthUrl: string }
  | { name: 'codes'; codes: string[] };

export function TwoFactorSection({ email }: { email: string }) {
  const { send, isBusy, failure } = useCall();
  const [state, setState] = useState<TwoFactorState>();
  const [step, setStep] = useState<Step>({ name: 'rest' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` changes with every render
  const load = useCallback(async () => {
    const reply = await send(loadTwoFactor, undefined);
    if (reply) setState(reply.data);
  }, []);
  useEffect(() => void load(), [load]);

  async function start() {
    const reply = await send(startTwoFactor, undefined);
    if (reply) setStep({ name: 'set-up', ...reply.data });
  }
  function rest() {
    setStep({ name: 'rest' });
    void load();
    focusHeading('#two-factor');
  }

  return (
    <Section id="two-factor" title="Two-factor sign-in">
      {failure && <Banner tone="error">{failure.message}</Banner>}
      {!state && !failure && <Skeleton className="h-20" />}
      {step.name === 'set-up' && (
        <SetUpTwoFactor {...step} onCodes={(codes) => setStep({ name: 'codes', codes })} onCancel={rest} />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} email={email} onDone={rest} />}
      {step.name === 'rest' && state?.isOn && <TwoFactorOn state={state} email={email} onOff={rest} />}
      {step.name === 'rest' && state && !state.isOn && (
        <>
          <p className="text-muted">
            When you sign in, you also enter a code from an app on your phone. Somebody who learns your password cannot
            get in with it alone.
          </p>
          <div>
            <Button onClick={start} isBusy={isBusy} busyText="One moment...">
              Set up two-factor sign-in
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
