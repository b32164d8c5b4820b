import CircleCheck from 'lucide-react/icons/circle-check';
import { Modal } from '../../ui/overlays/modal.tsx';
import { useTimedClose } from '../../ui/overlays/use-timed-close.ts';

const SHOWN_MS = 3500;
const THANKS = 'Thank you! Your message has been sent successfully.';

export function MessageSent({ message, onClose }: { message: string | null; onClose: () => void }) {
  const hold = useTimedClose(SHOWN_MS, onClose);
  return (
    <Modal isOpen onClose={onClose} title="Message Sent" size="sm" hold={hold}>
      <p role="status" className="flex items-center gap-3">
        <CircleCheck aria-hidden="true" size={28} className="shrink-0 text-success" />
        {message || THANKS}
      </p>
    </Modal>
  );
}
