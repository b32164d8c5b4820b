import { endpoints } from '@shop/contract/calls/endpoints';
import { messages } from '@shop/contract/failures/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import {
  browseContacts,
  type ContactDeps,
  deleteAllContacts,
  deleteContact,
  showContact,
  submitBugReport,
  submitContact,
  toggleResolved,
} from './contact.service.ts';

export function contactRoutes(app: FastifyInstance, deps: ContactDeps): void {
  route(app, endpoints.submitContact, async ({ body, request }) => {
    await submitContact(deps, request.ip, body);
    return { message: messages.contactSent };
  });
  route(app, endpoints.submitBugReport, async ({ body, request }) => {
    await submitBugReport(deps, request.ip, body);
    return { message: messages.bugReportSent };
  });
  route(app, endpoints.listContacts, ({ query }) => browseContacts(deps, query));
  route(app, endpoints.findContact, async ({ params }) => ({ data: await showContact(deps, params.id) }));
  route(app, endpoints.toggleContact, async ({ user, params }) => ({
    data: await toggleResolved(deps, user, params.id),
    message: messages.contactUpdated,
  }));
  route(app, endpoints.deleteContact, async ({ user, params }) => {
    await deleteContact(deps, user, params.id);
    return { message: messages.contactDeleted };
  });
  route(app, endpoints.deleteAllContacts, async ({ user }) => {
    await deleteAllContacts(deps, user);
    return { message: messages.contactsDeleted };
  });
}
