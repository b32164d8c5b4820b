import { z } from 'zod';
import { permissions } from './accounts/permissions.ts';
import { calls } from './calls/calls.ts';
import { endpoint } from './calls/endpoint.ts';
import { dataOf, id, idParams, messageReply } from './common.ts';
import { fieldMessages as text } from './failures/messages.ts';
import { requiredText } from './form-input.ts';
import { VIEW } from './limits/admin-limits.ts';

export const viewedLists = ['products', 'batches', 'orders', 'customers', 'users', 'feedbacks', 'audit'] as const;
export type ViewedList = (typeof viewedLists)[number];

export const viewInput = z.object({
  list: z.enum(viewedLists),
  name: requiredText(text.viewNameRequired).max(VIEW.nameMax, text.viewNameLong),
  /** The query of the list's address, without the question mark. */
  search: z.string().max(VIEW.searchMax),
});
export type ViewInput = z.infer<typeof viewInput>;

export const savedView = viewInput.extend({ _id: id });
export type SavedView = z.infer<typeof savedView>;

export const viewEndpoints = {
  adminListViews: endpoint(calls.adminListViews, {
    allows: permissions,
    summary: "The caller's named views of a list",
    query: z.object({ list: z.enum(viewedLists) }),
    reply: dataOf(z.array(savedView)),
  }),
  adminSaveView: endpoint(calls.adminSaveView, {
    allows: permissions,
    summary: 'Give a view a name; the same name again replaces it',
    body: viewInput,
    reply: dataOf(savedView).extend({ message: z.string() }),
  }),
  adminDeleteView: endpoint(calls.adminDeleteView, {
    allows: permissions,
    summary: 'Forget a view of the caller',
    params: idParams,
    reply: messageReply,
  }),
} as const;
