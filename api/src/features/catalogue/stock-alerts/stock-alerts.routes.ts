import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { endAlertByLink, showAlertLink } from './alert-links.service.ts';
import { type AlertDeps, endAlert, hasAlert, setAlert } from './stock-alerts.service.ts';

const ended = { data: { isSet: false }, message: messages.alertEnded };

export function stockAlertRoutes(app: FastifyInstance, deps: AlertDeps): void {
  route(app, endpoints.setStockAlert, async ({ user, params, reply }) => {
    if (!(await setAlert(deps, user._id, params.id))) reply.status(200);
    return { data: { isSet: true }, message: messages.alertSet };
  });
  route(app, endpoints.findStockAlert, async ({ user, params }) => ({
    data: { isSet: await hasAlert(deps, user._id, params.id) },
  }));
  route(app, endpoints.endStockAlert, async ({ user, params }) => {
    await endAlert(deps, user._id, params.id);
    return ended;
  });
  route(app, endpoints.showAlertLink, async ({ params }) => ({ data: await showAlertLink(deps, params.token) }));
  route(app, endpoints.endAlertByLink, async ({ params }) => {
    await endAlertByLink(deps, params.token);
    return ended;
  });
}
