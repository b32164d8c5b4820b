import { GuardedRoutes } from './guarded-routes.tsx';

/** Around the back office. */
export const Component = () => <GuardedRoutes requiredRole="admin" />;
