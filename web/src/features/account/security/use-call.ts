import { useState } from 'react';
import { failureOf, type RequestFailure } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import type { Request } from '../../../lib/state/request-state.ts';

/** The state of one call at a time in a section. It is component state, so that secrets stay out of the store. */
export function useCall() {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  /** Returns undefined if the call failed. */
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
