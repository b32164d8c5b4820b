import Download from 'lucide-react/icons/download';
import { type MouseEvent, useRef } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { loadProfile } from '../../auth/auth.slice.ts';

type ExportLinkProps = { href: string; size?: 'sm'; children: string };

/**
 * A download cannot redirect to sign-in when the session has ended. This checks the session first, and a failed check
 * redirects.
 */
export function ExportLink({ href, size, children }: ExportLinkProps) {
  const dispatch = useAppDispatch();
  const isSignedIn = useRef(false);

  async function checkSession(event: MouseEvent<HTMLAnchorElement>) {
    if (isSignedIn.current) {
      isSignedIn.current = false;
      return;
    }
    event.preventDefault();
    const link = event.currentTarget;
    const outcome = await dispatch(loadProfile());
    if (loadProfile.rejected.match(outcome) && outcome.payload?.status === 401) return;
    isSignedIn.current = true;
    link.click();
  }

  return (
    <a
      href={href}
      download
      onClick={checkSession}
      className={buttonStyle({ variant: 'secondary', ...(size && { size }) })}
    >
      <Download aria-hidden="true" size={16} />
      {children}
    </a>
  );
}
