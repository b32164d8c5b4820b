import { CheckedRoutes } from './checked-routes.tsx';

/** Around the pages that depend on who is here. */
export const Component = () => <CheckedRoutes />;
