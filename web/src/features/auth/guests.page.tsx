import { GuestRoutes } from './guest-routes.tsx';

/** Around the pages for visitors only. */
export const Component = () => <GuestRoutes />;
