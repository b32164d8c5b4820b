import { GuardedRoutes } from './guarded-routes.tsx';

/** Around the pages of an account. Visitors never fetch it. */
export const Component = () => <GuardedRoutes />;
