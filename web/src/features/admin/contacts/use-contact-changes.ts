import type { Contact } from '@shop/contract/contact';
import { useState } from 'react';
import { useAppDispatch } from '../../../lib/dispatch.ts';
import { deleteAllContacts, deleteContact, showContact, toggleContact } from '../../contact/contact.slice.ts';

type ToDelete = Contact | 'all';

/** The slice shows each change at once and takes it back when the server refuses; after a success the list is reloaded. */
export function useContactChanges(reload: () => void) {
  const dispatch = useAppDispatch();
  const [toDelete, setToDelete] = useState<ToDelete | null>(null);

  async function remove(which: ToDelete) {
    setToDelete(null);
    if (which !== 'all') dispatch(showContact(null));
    const outcome = which === 'all' ? await dispatch(deleteAllContacts()) : await dispatch(deleteContact(which._id));
    if (outcome.meta.requestStatus === 'fulfilled') reload();
  }

  return {
    toDelete,
    askToDelete: setToDelete,
    cancelDeletion: () => setToDelete(null),
    confirmDeletion: () => toDelete && remove(toDelete),
    toggle: async (contact: Contact) => {
      const outcome = await dispatch(toggleContact(contact._id));
      if (outcome.meta.requestStatus === 'fulfilled') reload();
    },
  };
}
