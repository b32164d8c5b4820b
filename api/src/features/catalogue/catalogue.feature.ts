import type { FastifyInstance } from 'fastify';
import type { SharedReads } from '../../platform/http/shared-answers/shared-reads.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { soldOutJob } from './availability.service.ts';
import { foldCatalogueCounts } from './browse/fold-catalogue-counts.job.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { type StockJobDeps, stockJobs } from './low-stock/stock-mails.jobs.ts';
import { bulkChangeRetention } from './manage/bulk-products.queries.ts';
import { type ProductImageDeps, productImageJobs, productImageRetention } from './manage/product-images.service.ts';
import { productTexts } from './search/search.queries.ts';
import { removeSearchWordsJob } from './search/search-words.job.ts';
import { stockAlertRoutes } from './stock-alerts/stock-alerts.routes.ts';
import type { AlertDeps } from './stock-alerts/stock-alerts.service.ts';
import { stockAlertRetention } from './stock-alerts/stock-alerts-retention.queries.ts';
import { wishlistRoutes } from './wishlist/wishlist.routes.ts';
import { wishRetention } from './wishlist/wishlist-retention.queries.ts';

export const catalogueFeature = {
  routes(app: FastifyInstance, deps: AlertDeps, sharedReads: SharedReads | undefined): void {
    catalogueRoutes(app, deps, sharedReads);
    stockAlertRoutes(app, deps);
    wishlistRoutes(app, deps);
  },
  jobs: (deps: StockJobDeps & ProductImageDeps): Job[] => [
    removeSearchWordsJob(deps),
    ...productImageJobs(deps),
    soldOutJob(deps),
    foldCatalogueCounts(deps),
    ...stockJobs(deps),
  ],
  retention: [...stockAlertRetention, ...wishRetention, ...bulkChangeRetention, ...productImageRetention],
  searchedTexts: [productTexts],
};
