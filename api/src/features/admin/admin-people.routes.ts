import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../platform/failure.ts';
import { route } from '../../platform/http/route.ts';
import { type AdminAccountDeps, updateUserAccess } from '../accounts/administrators/admins.service.ts';
import { deleteView, listSavedViews, saveView } from '../accounts/administrators/saved-views.service.ts';
import { findUser, findUserIncludingClosed, listCustomers, listUsers } from '../accounts/people/people.service.ts';
import { ordersOfCustomer } from '../orders/administration/order-list.service.ts';

export function adminPeopleRoutes(app: FastifyInstance, deps: AdminAccountDeps): void {
  route(app, endpoints.adminListCustomers, ({ query }) => listCustomers(deps, query));
  route(app, endpoints.adminFindCustomer, async ({ params }) => {
    const customer = await findUserIncludingClosed(deps, params.id);
    const { orders, total } = await ordersOfCustomer(deps, customer._id);
    // Order pages link here, also for an admin who has bought something.
    if (customer.role !== 'customer' && total === 0) throw fail('notFound');
    return { data: { customer: { ...customer, totalOrders: total }, orders } };
  });
  route(app, endpoints.adminListViews, async ({ user, query }) => ({
    data: await listSavedViews(deps, user._id, query.list),
  }));
  route(app, endpoints.adminSaveView, async ({ user, body }) => ({
    data: await saveView(deps, user._id, body),
    message: messages.viewSaved,
  }));
  route(app, endpoints.adminDeleteView, async ({ user, params }) => {
    await deleteView(deps, user._id, params.id);
    return { message: messages.viewDeleted };
  });
  route(app, endpoints.adminListUsers, ({ query }) => listUsers(deps, query));
  route(app, endpoints.adminFindUser, async ({ params }) => ({ data: await findUser(deps, params.id) }));
  route(app, endpoints.adminUpdateUser, async ({ user, params, body }) => ({
    data: await updateUserAccess(deps, user, params.id, body),
    message: messages.userUpdated,
  }));
}
