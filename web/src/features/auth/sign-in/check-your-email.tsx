import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

const GMAIL = 'https://mail.google.com/';

interface CheckYourEmailProps {
  isOpen: boolean;
  email: string;
  onClose: () => void;
}

/** The same text with or without an account, so that nobody can test which emails are registered. */
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
      The link works once, for 30 minutes. No mail after a few minutes? Check your spam folder, or ask for a new link.
      Only the newest link works.
    </p>
  </Modal>
);
