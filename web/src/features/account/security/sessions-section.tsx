import type { OwnSession } from '@shop/contract/accounts/sessions';
import { useCallback, useEffect, useState } from 'react';
import { formatTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { isFocusFree } from '../../../ui/navigation/is-focus-free.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { Section } from './section.tsx';
import { endOtherSessions, endSession, loadSessions } from './security.requests.ts';
import { useCall } from './use-call.ts';

/** The list of the user's sessions, which they can end one by one or all at once. */
export function SessionsSection() {
  const { send, isBusy, failure } = useCall();
  const [sessions, setSessions] = useState<OwnSession[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` changes with every render
  const load = useCallback(async () => {
    const reply = await send(loadSessions, undefined);
    if (reply) setSessions(reply.data);
  }, []);
  useEffect(() => void load(), [load]);

  async function end(ending: Promise<{ message: string } | undefined>) {
    const reply = await ending;
    if (!reply) return;
    toast(reply.message, { tone: 'success' });
    await load();
    if (isFocusFree()) focusHeading('#sessions');
  }

  return (
    <Section id="sessions" title="Where you are signed in">
      {failure && <Banner tone="error">{failure.message}</Banner>}
      {!sessions && !failure && <Skeleton className="h-20" />}
      <ul className="grid gap-2">
        {sessions?.map(({ _id, device, lastSeenAt, isThisOne }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-4"
          >
            <div>
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {device}
                {isThisOne && <Badge tone="brand">This one</Badge>}
              </p>
              <p className="text-13 text-muted">Last used {formatTime(lastSeenAt)}</p>
            </div>
            {!isThisOne && (
              <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => end(send(endSession, _id))}>
                Sign out<VisuallyHidden> {device}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions && sessions.length > 1 && (
        <div>
          <Button variant="secondary" isBusy={isBusy} onClick={() => end(send(endOtherSessions, undefined))}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </Section>
  );
}
