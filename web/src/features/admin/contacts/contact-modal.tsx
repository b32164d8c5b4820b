import type { Contact } from '@shop/contract/contact';
import type { ReactNode } from 'react';
import { formatTime } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { EmailText } from '../../../ui/text/email-text.tsx';
import { FactList } from '../list/fact-list.tsx';
import { ContactStatus } from './contacts-columns.tsx';

/** `outcome` is rendered inside the modal, because the page behind it is inert. */
type ContactModalProps = { contact: Contact; outcome: ReactNode; onToggle: () => void; onClose: () => void };

export const ContactModal = ({ contact, outcome, onToggle, onClose }: ContactModalProps) => (
  <Modal
    isOpen
    title="Contact Details"
    onClose={onClose}
    hasCloseButton={false}
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onToggle}>{contact.isResolved ? 'Mark as Pending' : 'Mark as Resolved'}</Button>
      </>
    }
  >
    {outcome}
    <FactList
      facts={[
        { label: 'Name', value: contact.name },
        {
          label: 'Email',
          value: (
            <a href={`mailto:${contact.email}`} className="text-brand underline">
              <EmailText address={contact.email} />
            </a>
          ),
        },
        { label: 'Subject', value: contact.subject },
        { label: 'Status', value: <ContactStatus isResolved={contact.isResolved} /> },
        { label: 'Source', value: contact.source === 'bug-report' ? 'Issue report' : 'Contact form' },
        { label: 'Received', value: formatTime(contact.createdAt) },
      ]}
    />
    <h3 className="mt-4 text-13 text-muted">Message</h3>
    <p className="whitespace-pre-wrap">{contact.message}</p>
  </Modal>
);
