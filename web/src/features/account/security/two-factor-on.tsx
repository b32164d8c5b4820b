import type { TwoFactorState } from '@shop/contract/accounts/factors';
import { useState } from 'react';
import { formatDay } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { TurnOffTwoFactor } from './turn-off-two-factor.tsx';

type TwoFactorOnProps = { state: TwoFactorState; email: string; onOff: () => void };

export function TwoFactorOn({ state, email, onOff }: TwoFactorOnProps) {
  const [isEnding, setIsEnding] = useState(false);
  const left = state.recoveryCodesLeft;
  function cancel() {
    setIsEnding(false);
    focusHeading('#two-factor');
  }
  return (
    <>
      <p>
        On{state.since && ` since ${formatDay(state.since)}`}, with{' '}
        {left === 1 ? 'one recovery code' : `${left} recovery codes`} left.
        {left < 3 && ' Turn it off and on again for new ones.'}
      </p>
      {isEnding ? (
        <TurnOffTwoFactor email={email} onOff={onOff} onCancel={cancel} />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setIsEnding(true)}>
            Turn off
          </Button>
        </div>
      )}
    </>
  );
}
