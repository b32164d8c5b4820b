import { VIEW } from '@shop/contract/limits/admin-limits';
import type { SavedView, ViewedList } from '@shop/contract/saved-views';
import X from 'lucide-react/icons/x';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { isFocusFree } from '../../../ui/navigation/is-focus-free.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { deleteView, loadViews, saveView } from '../admin.requests.ts';

const viewUrl = ({ name, search }: Pick<SavedView, 'name' | 'search'>) =>
  `?${new URLSearchParams([...new URLSearchParams(search), ['view', name]])}`;

/** The query string of a view: without the page number and the name of the view. */
function searchOf(address: URLSearchParams): string {
  const search = new URLSearchParams(address);
  for (const name of ['page', 'view']) search.delete(name);
  return search.toString();
}

/** The admin's saved views of a list, with a form that saves the current one. */
export default function SavedViews({ list }: { list: ViewedList }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [views, setViews] = useState<SavedView[]>([]);
  const [error, setError] = useState<string>();
  const nameRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const request = dispatch(loadViews(list));
    void request.then((outcome) => {
      if (loadViews.fulfilled.match(outcome)) setViews(outcome.payload.data);
      else if (!outcome.meta.aborted) setError(outcome.payload?.message ?? REQUEST_FAILED);
    });
    return () => request.abort();
  }, [dispatch, list]);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const { href } = window.location;
    const outcome = await dispatch(saveView({ list, name, search: searchOf(address) }));
    if (!saveView.fulfilled.match(outcome))
      return setError(outcome.payload?.errors.name ?? outcome.payload?.message ?? REQUEST_FAILED);
    const { data: saved, message } = outcome.payload;
    setError(undefined);
    setViews((views) => [...views.filter(({ _id }) => _id !== saved._id), saved]);
    toast(message, { tone: 'success' });
    // Navigates only if the admin has not moved on meanwhile.
    if (window.location.href === href) navigate(viewUrl(saved), { replace: true, preventScrollReset: true });
  }
  async function remove({ _id, name }: SavedView, pressed: Element) {
    const outcome = await dispatch(deleteView(_id));
    if (!deleteView.fulfilled.match(outcome)) return setError(outcome.payload?.message ?? REQUEST_FAILED);
    // The pressed button disappears with its view.
    if (isFocusFree(pressed)) nameRef.current?.focus();
    setViews((views) => views.filter((view) => view._id !== _id));
    toast(outcome.payload.message, { tone: 'success' });
    const search = new URLSearchParams(window.location.search);
    if (search.get('view') !== name) return;
    search.delete('view');
    navigate(`?${search}`, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      {views.map((view) => (
        <li key={view._id} className="flex items-center gap-1 pr-1">
          <Link
            to={viewUrl(view)}
            preventScrollReset
            aria-current={address.get('view') === view.name ? 'true' : undefined}
            className="min-w-0 flex-1 truncate px-4 py-2 hover:bg-sunken aria-[current]:text-brand"
          >
            {view.name}
          </Link>
          <IconButton label={`Delete view ${view.name}`} onClick={({ currentTarget }) => remove(view, currentTarget)}>
            <X aria-hidden="true" size={16} />
          </IconButton>
        </li>
      ))}
      <li className="w-64 px-4 py-2 not-first:border-t not-first:border-line">
        <form noValidate onSubmit={save} className="grid gap-2">
          <TextField
            ref={nameRef}
            label="Save this view as"
            name="name"
            maxLength={VIEW.nameMax}
            autoComplete="off"
            defaultValue={address.get('view') ?? ''}
            error={error}
          />
          <Button type="submit" size="sm">
            Save view
          </Button>
        </form>
      </li>
    </>
  );
}
