import { adminRoutes } from './admin.routes.ts';
import { measureShopState } from './shop-state.metrics.ts';

export const adminFeature = { routes: adminRoutes, metrics: measureShopState };
