import { VIEW } from '@shop/contract/limits/admin-limits';
import type { SavedView, ViewedList, ViewInput } from '@shop/contract/saved-views';
import type { Clock } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Database } from '../../../tables.ts';
import { listViews, removeView, upsertView, type ViewRow } from './saved-views.queries.ts';

type ViewDeps = { db: Database; clock: Clock };

const viewOnWire = ({ id, list, name, search }: ViewRow): SavedView => ({ _id: id, list, name, search });

export const listSavedViews = async ({ db }: ViewDeps, userId: string, list: ViewedList): Promise<SavedView[]> =>
  (await listViews(db, userId, list)).map(viewOnWire);

export async function saveView(deps: ViewDeps, userId: string, view: ViewInput): Promise<SavedView> {
  const mine = await listSavedViews(deps, userId, view.list);
  const isNew = mine.every(({ name }) => name.toLowerCase() !== view.name.toLowerCase());
  if (isNew && mine.length >= VIEW.most) throw fail('tooManyViews');
  return viewOnWire(await upsertView(deps.db, { ...view, id: newId(), userId, now: deps.clock.now() }));
}

export async function deleteView({ db }: ViewDeps, userId: string, id: string): Promise<void> {
  if (!(await removeView(db, userId, id))) throw fail('notFound');
}
