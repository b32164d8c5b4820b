import { GuestRoutes } from '../session/guest-routes.tsx';

/** Around the pages for visitors only. */
export const Component = () => <GuestRoutes />;
