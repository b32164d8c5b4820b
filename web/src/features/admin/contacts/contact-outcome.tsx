import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { clearContactsOutcome, contactSlice } from '../../contact/contact.slice.ts';

/** The result of the last change, until it is dismissed or another enquiry or screen opens. */
export function ContactOutcome({ className }: { className: string }) {
  const dispatch = useAppDispatch();
  const { message, success, error, pagination } = useSelector(contactSlice.selectSlice).contacts;
  const dismiss = () => dispatch(clearContactsOutcome());
  return (
    <>
      {message && (
        <Banner tone={success ? 'success' : 'error'} onDismiss={dismiss} className={className}>
          {message}
        </Banner>
      )}
      {error && error !== message && pagination && (
        <Banner tone="error" onDismiss={dismiss} className={className}>
          {error}
        </Banner>
      )}
    </>
  );
}
