import type { Job } from '../../platform/jobs/jobs.ts';
import { type ProofDeps, proveDeliveriesJob } from './delivery-proofs/delivery-proofs.service.ts';
import { analyzeUnitsJob } from './units/unit-statistics.service.ts';

/** Stock has no routes of its own: the admin feature mounts those of batches and imports. */
export const stockFeature = {
  jobs: (deps: ProofDeps): Job[] => [proveDeliveriesJob(deps), analyzeUnitsJob(deps)],
};
