import { endpoints } from '@shop/contract/endpoints';
import { messages } from '@shop/contract/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { type AdminAccountDeps, updateUserAccess } from '../accounts/admins.service.ts';
import { findUser, listCustomers, listUsers } from '../accounts/people.service.ts';
import { listAudit } from './audit.service.ts';
import { showDashboard } from './dashboard.service.ts';

export function adminPeopleRoutes(app: FastifyInstance, deps: AdminAccountDeps): void {
  route(app, endpoints.adminListCustomers, ({ query }) => listCustomers(deps, query));
  route(app, endpoints.adminListUsers, ({ query }) => listUsers(deps, query));
  route(app, endpoints.adminFindUser, async ({ params }) => ({ data: await findUser(deps, params.id) }));
  route(app, endpoints.adminUpdateUser, async ({ user, params, body }) => ({
    data: await updateUserAccess(deps, user, params.id, body),
    message: messages.userUpdated,
  }));
  route(app, endpoints.adminDashboard, async ({ query }) => ({ data: await showDashboard(deps, query.days) }));
  route(app, endpoints.adminListAudit, ({ query }) => listAudit(deps, query));
}
