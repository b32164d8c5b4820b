import { SEARCH_MAX } from '@shop/contract/limits/limits';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useSyncedValues } from '../../../ui/use-synced-values.ts';
import { type MyOrdersView, myOrdersUrl } from './my-orders-query.ts';

/** Searches orders by product, within the current filter. */
export function MyOrdersSearch({ view: { show, q } }: { view: MyOrdersView }) {
  const navigate = useNavigate();
  const form = useSyncedValues({ q });
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    navigate(myOrdersUrl({ show, q: text || undefined }));
  }
  return (
    <search>
      <form ref={form} onSubmit={search} className="flex gap-2">
        <TextField
          label="Search your orders"
          isLabelHidden
          placeholder="Search your orders"
          name="q"
          type="search"
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          defaultValue={q}
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
    </search>
  );
}
