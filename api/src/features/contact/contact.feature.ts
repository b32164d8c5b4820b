import { contactJobs } from './contact.jobs.ts';
import { contactTexts } from './contact.queries.ts';
import { contactRoutes } from './contact.routes.ts';
import { contactRetention } from './contact-retention.queries.ts';

export const contactFeature = {
  routes: contactRoutes,
  jobs: contactJobs,
  retention: contactRetention,
  searchedTexts: [contactTexts],
};
