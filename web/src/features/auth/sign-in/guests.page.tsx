import { GuestRoutes } from '../session/guest-routes.tsx';

/** The guard around pages for visitors only. */
export const Component = () => <GuestRoutes />;
