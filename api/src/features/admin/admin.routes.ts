import { endpoints } from '@shop/contract/calls/endpoints';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { listSignIns } from '../accounts/sign-in/sign-ins.service.ts';
import type { ShowCodeDeps } from '../catalogue/manage/products-admin.service.ts';
import type { SaveProductDeps } from '../catalogue/manage/save-product.service.ts';
import { countUnresolved } from '../contact/contact.service.ts';
import type { CompletingDeps } from '../orders/administration/edit-order.service.ts';
import { adminOrderRoutes } from './admin-orders.routes.ts';
import { adminPeopleRoutes } from './admin-people.routes.ts';
import { adminProductRoutes } from './admin-products.routes.ts';
import { adminStockRoutes } from './admin-stock.routes.ts';
import { listAudit } from './audit.service.ts';
import { showDashboard } from './dashboard.service.ts';

/** The administration owns no table except the audit log; it calls the services of the other features. */
export function adminRoutes(app: FastifyInstance, deps: SaveProductDeps & ShowCodeDeps & CompletingDeps): void {
  route(app, endpoints.adminDashboard, async ({ query }) => ({ data: await showDashboard(deps, query.days) }));
  route(app, endpoints.adminWaiting, async () => ({ data: { enquiries: await countUnresolved(deps) } }));
  route(app, endpoints.adminListAudit, ({ query }) => listAudit(deps, query));
  route(app, endpoints.adminListSignIns, ({ query }) => listSignIns(deps, query));
  adminProductRoutes(app, deps);
  adminStockRoutes(app, deps);
  adminOrderRoutes(app, deps);
  adminPeopleRoutes(app, deps);
}
