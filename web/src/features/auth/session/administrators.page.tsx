import { GuardedRoutes } from './guarded-routes.tsx';

/** The guard around the admin pages. */
export const Component = () => <GuardedRoutes requiredRole="admin" />;
