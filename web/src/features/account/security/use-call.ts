import { useState } from 'react';
import { failureOf, type RequestFailure } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import type { Request } from '../../../lib/state/request-state.ts';

/** One call at a time from one section, which says what went wrong; its secrets stay out of the store. */
export function useCall() {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  /** Undefined when it failed. */
  async function send<Reply, Input>(call: Request<Reply, Input>, input: Input): Promise<Reply | undefined> {
    setIsBusy(true);
    setFailure(null);
    const outcome = await dispatch(call(input as never));
    setIsBusy(false);
    if (call.fulfilled.match(outcome)) return outcome.payload;
    setFailure((outcome.payload as RequestFailure | undefined) ?? failureOf(undefined));
  }
  return { send, isBusy, failure };
}
