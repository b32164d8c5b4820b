import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

const GMAIL = 'https://mail.google.com/';

interface CheckYourEmailProps {
  isOpen: boolean;
  email: string;
  onClose: () => void;
}

/** Says the same whether or not there is such an account. */
export const CheckYourEmail = ({ isOpen, email, onClose }: CheckYourEmailProps) => (
  <Modal
    isOpen={isOpen}
    onClose={onClose}
    title="Check Your Email"
    size="sm"
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          Back to Login
        </Button>
        <Button onClick={() => window.open(GMAIL, '_blank', 'noopener')}>Open Gmail</Button>
      </>
    }
  >
    <p>
      If there is an account for <strong>{email}</strong>, a message with a link is on its way.
    </p>
    <p className="mt-2 text-muted">
      The link works once, for 30 minutes. Nothing there after a few minutes? Look into the spam folder, or ask for
      another one: the newest link counts.
    </p>
  </Modal>
);
