import type { Contact } from '@shop/contract/contact';
import { useRef, useState } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { deleteAllContacts, deleteContact, showContact, toggleContact } from '../../contact/contact.slice.ts';

type ToDelete = Contact | 'all';

/**
 * The slice applies each change at once and reverts it if the server refuses. The list is always loaded again, because
 * a lost reply leaves the result unknown.
 */
export function useContactChanges(reload: () => void) {
  const dispatch = useAppDispatch();
  const [toDelete, setToDelete] = useState<ToDelete | null>(null);
  const isToggling = useRef(false);

  async function remove(which: ToDelete) {
    setToDelete(null);
    if (which !== 'all') dispatch(showContact(null));
    if (which === 'all') await dispatch(deleteAllContacts());
    else await dispatch(deleteContact(which._id));
    reload();
  }

  async function toggle({ _id, isResolved }: Contact) {
    // Ignores the second click of a double click, which would undo the first.
    if (isToggling.current) return;
    isToggling.current = true;
    await dispatch(toggleContact({ _id, isResolved: !isResolved }));
    isToggling.current = false;
    reload();
  }

  return {
    toDelete,
    askToDelete: setToDelete,
    cancelDeletion: () => setToDelete(null),
    confirmDeletion: () => toDelete && remove(toDelete),
    toggle,
  };
}
