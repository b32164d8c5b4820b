import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  clearContactsOutcome,
  contactSlice,
  loadContacts,
  showContact,
  shownContacts,
} from '../../contact/contact.slice.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { FilterSelect } from '../list/filter-select.tsx';
import { ListView } from '../list/list-view.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { useListUrl } from '../list/use-list-url.ts';
import { useLoad } from '../list/use-load.ts';
import { ContactDeletionDialog } from './contact-deletion-dialog.tsx';
import { ContactModal } from './contact-modal.tsx';
import { ContactOutcome } from './contact-outcome.tsx';
import { ContactStatCards } from './contact-stats.tsx';
import { contactColumns } from './contacts-columns.tsx';
import { readContactsQuery, statusOptions } from './contacts-query.ts';
import { useContactChanges } from './use-contact-changes.ts';

export function Component() {
  const dispatch = useAppDispatch();
  const { contacts } = useSelector(contactSlice.selectSlice);
  const { search, change } = useListUrl();
  const query = useMemo(() => readContactsQuery(search), [search]);
  const reload = useLoad(loadContacts, query);
  const changes = useContactChanges(reload);
  // The store outlives the screen. Without this the next visit would show the old enquiry and message.
  useEffect(
    () => () => {
      dispatch(showContact(null));
      dispatch(clearContactsOutcome());
    },
    [dispatch],
  );

  const { data, stats } = shownContacts(contacts);
  const { pagination, question: loadedQuery, error, currentContact } = contacts;
  const current = currentContact && (data.find(({ _id }) => _id === currentContact._id) ?? currentContact);
  const columns = contactColumns({
    onView: (contact) => dispatch(showContact(contact)),
    onDelete: changes.askToDelete,
  });

  return (
    <>
      <ScreenHeader title="Contact Management" hint="Manage all customer feedback and inquiries">
        <Button variant="secondary" onClick={reload}>
          <RefreshCw aria-hidden="true" size={16} />
          Refresh
        </Button>
        <Button
          variant="danger"
          disabled={data.length === 0 || contacts.loading}
          onClick={() => changes.askToDelete('all')}
        >
          <Trash2 aria-hidden="true" size={16} />
          Delete All
        </Button>
      </ScreenHeader>
      {/* Sticky, so that the result is visible from every row. */}
      {!current && <ContactOutcome className="sticky top-[calc(var(--header-height)+1px)] z-20 mb-4" />}
      <ContactStatCards stats={stats} />
      <FilterBar>
        <SearchBox placeholder="Search contacts..." text={query.q ?? ''} onSearch={(q) => change({ q })} />
        <FilterSelect
          label="Filter by status"
          value={query.status}
          options={statusOptions}
          onChange={(status) => change({ status })}
        />
      </FilterBar>
      <ListView
        name="feedbacks"
        label="Contacts"
        // A failed change is shown in the banner, and the list stays.
        list={
          pagination
            ? { reply: { data, pagination }, query: loadedQuery, error: null }
            : { reply: null, query: loadedQuery, error }
        }
        query={query}
        columns={columns}
        onRetry={reload}
        loadingText="Loading contacts..."
        empty={<EmptyState title="No contacts found" hint="Try adjusting your search or filter criteria" />}
      />
      {current && (
        <ContactModal
          contact={current}
          outcome={<ContactOutcome className="mb-4" />}
          onToggle={() => changes.toggle(current)}
          onClose={() => dispatch(showContact(null))}
        />
      )}
      <ContactDeletionDialog changes={changes} total={stats?.total ?? 0} />
    </>
  );
}
