import CircleCheck from 'lucide-react/icons/circle-check';
import { useTimedClose } from '../../ui/overlays/use-timed-close.ts';
import { ReportFrame } from './report-frame.tsx';

const SHOWN_MS = 3000;
const RECEIVED = "Your feedback has been received. We'll review it shortly.";

export function ReportThanks({ message, onClose }: { message: string | null; onClose: () => void }) {
  const hold = useTimedClose(SHOWN_MS, onClose);
  return (
    <ReportFrame title="Thank you!" onClose={onClose} hold={hold}>
      <p role="status" className="flex items-center gap-3">
        <CircleCheck aria-hidden="true" size={28} className="shrink-0 text-success" />
        {message || RECEIVED}
      </p>
    </ReportFrame>
  );
}
