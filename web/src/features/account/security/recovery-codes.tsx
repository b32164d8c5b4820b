import { SHOP_NAME } from '@shop/contract/limits/limits';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';

type RecoveryCodesProps = { codes: string[]; email: string; onDone: () => void };

const fileOf = (codes: string[], email: string) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(
    [`Recovery codes for ${email} at ${SHOP_NAME}. Each works once.`, '', ...codes, ''].join('\r\n'),
  )}`;

/** Shown only once, because the server stores only hashes of the codes. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <Banner tone="success">Two-factor sign-in is on</Banner>
      <h3 ref={headingRef} tabIndex={-1} className="font-semibold">
        Keep your recovery codes
      </h3>
      <p>
        Without your phone, each of these codes signs you in once. We cannot show them again. Keep them in a safe place,
        not beside your password.
      </p>
      <ul className="grid gap-x-6 gap-y-2 rounded-card bg-sunken p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <a
          href={fileOf(codes, email)}
          download="recovery-codes.txt"
          className={buttonStyle({ variant: 'secondary', size: 'sm' })}
        >
          <Download aria-hidden="true" size={16} />
          Download codes
        </a>
      </div>
      <div>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  );
}
