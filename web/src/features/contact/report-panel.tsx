import { bugReport as bugReportSchema } from '@shop/contract/contact';
import { bugReportTypes } from '@shop/contract/contact-types';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { clearBugReport, contactSlice, submitBugReport } from './contact.slice.ts';
import { EnquiryForm } from './enquiry-form.tsx';
import { ReportFrame } from './report-frame.tsx';
import { ReportThanks } from './report-thanks.tsx';

export type ReportPanelProps = { onClose: () => void };

export function ReportPanel({ onClose }: ReportPanelProps) {
  const { bugReport } = useSelector(contactSlice.selectSlice);
  const dispatch = useAppDispatch();
  useEffect(() => () => void dispatch(clearBugReport()), [dispatch]);
  if (bugReport.success) return <ReportThanks message={bugReport.message} onClose={onClose} />;
  return (
    <ReportFrame title="Report an Issue" onClose={onClose}>
      <EnquiryForm
        schema={bugReportSchema}
        types={bugReportTypes}
        typeLabel="Issue Type"
        submitLabel="Submit Report"
        busyLabel="Submitting..."
        isBusy={bugReport.loading}
        error={bugReport.error}
        onSend={async (report) => submitBugReport.fulfilled.match(await dispatch(submitBugReport(report)))}
      />
    </ReportFrame>
  );
}
