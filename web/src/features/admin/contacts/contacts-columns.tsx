import type { Contact } from '@shop/contract/contact';
import Eye from 'lucide-react/icons/eye';
import Trash2 from 'lucide-react/icons/trash-2';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { RowActions } from '../../../ui/data-table.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import { EmailText } from '../../../ui/text/email-text.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import type { Columns } from '../list/list-table.tsx';
import { DayText } from '../list/time-text.tsx';

type ContactActions = { onView: (contact: Contact) => void; onDelete: (contact: Contact) => void };

export const ContactStatus = ({ isResolved }: Pick<Contact, 'isResolved'>) => (
  <StatusDot tone={isResolved ? 'good' : 'waiting'} word={isResolved ? 'Resolved' : 'Pending'} />
);

export const contactColumns = ({ onView, onDelete }: ContactActions): Columns<Contact> => [
  {
    header: 'Contact',
    cell: ({ name }) => (
      <span className="flex items-center gap-3">
        <Avatar name={name} />
        <span className="line-clamp-2 min-w-20 wrap-anywhere">{name}</span>
      </span>
    ),
  },
  { header: 'Email', cell: ({ email }) => <EmailText address={email} /> },
  {
    header: 'Subject',
    cell: ({ subject, source }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {subject}
        {source === 'bug-report' && <Badge>Issue report</Badge>}
      </span>
    ),
  },
  { header: 'Date', cell: ({ createdAt }) => <DayText at={createdAt} /> },
  { header: 'Status', cell: ({ isResolved }) => <ContactStatus isResolved={isResolved} /> },
  {
    header: 'Actions',
    cell: (contact) => (
      <RowActions>
        <IconButton label={`View contact from ${contact.name}`} onClick={() => onView(contact)}>
          <Eye aria-hidden="true" size={18} />
        </IconButton>
        <IconButton label={`Delete contact from ${contact.name}`} onClick={() => onDelete(contact)}>
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
      </RowActions>
    ),
  },
];
