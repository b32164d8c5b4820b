import { GuardedRoutes } from './guarded-routes.tsx';

/** The guard around the account pages. */
export const Component = () => <GuardedRoutes />;
