import { formatCount } from '@shop/contract/counts';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { contactSlice, shownContacts } from '../../contact/contact.slice.ts';
import { loadWaiting } from '../admin.requests.ts';

/**
 * The number of pending enquiries, loaded when a screen opens. No timer, because polling would keep an idle session
 * alive.
 */
function useWaitingEnquiries(): number {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const [count, setCount] = useState(0);
  const { stats } = shownContacts(useSelector(contactSlice.selectSlice).contacts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again on every screen
  useEffect(() => {
    const request = dispatch(loadWaiting(undefined));
    void request.then((outcome) => {
      // On failure the old number stays.
      if (loadWaiting.fulfilled.match(outcome)) setCount(outcome.payload.data.enquiries);
    });
    return () => request.abort();
  }, [dispatch, pathname]);

  // The enquiries screen has the current number in its own state.
  return pathname === urls.adminFeedbacks && stats ? stats.pending : count;
}

export function WaitingCount() {
  const count = useWaitingEnquiries();
  if (count === 0) return null;
  return (
    <span className="amount ml-auto rounded-badge bg-accent px-1.5 text-13 font-semibold text-on-accent">
      {formatCount(count)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
