import type { FastifyInstance } from 'fastify';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type AccountJobDeps, accountJobs } from './accounts.jobs.ts';
import { type AccountRouteDeps, accountRoutes } from './accounts.routes.ts';
import { accountRetention } from './accounts-retention.queries.ts';
import { savedViewRetention } from './administrators/saved-views-retention.queries.ts';
import { type PasskeyRouteDeps, passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { avatarRoutes } from './people/avatar.routes.ts';
import { peopleTexts } from './people/people.queries.ts';
import { securityMailJob } from './security-mails/security-mails.jobs.ts';
import type { SessionCookies } from './sessions/session-cookie.ts';
import { createSessionStarter } from './sessions/start-session.ts';
import { type FactorRouteDeps, factorRoutes } from './two-factor/factors.routes.ts';

export const accountsFeature = {
  routes(
    app: FastifyInstance,
    deps: AccountRouteDeps & PasskeyRouteDeps & FactorRouteDeps,
    cookies: SessionCookies,
  ): void {
    const entry = createSessionStarter(deps, cookies);
    accountRoutes(app, deps, entry);
    passkeyRoutes(app, deps, entry);
    factorRoutes(app, deps);
    avatarRoutes(app);
  },
  jobs: (deps: AccountJobDeps): Job[] => [...accountJobs(deps), securityMailJob(deps)],
  retention: [...accountRetention, ...savedViewRetention],
  searchedTexts: [peopleTexts],
};
