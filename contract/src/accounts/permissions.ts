/** What an administrator may be allowed, one room of the shop each. Free of zod: the navigation reads it. */
export const permissions = ['catalogue', 'stock', 'orders', 'support', 'people', 'settings'] as const;
export type Permission = (typeof permissions)[number];

/** An owner may do everything, also what is yet to be built. */
export const OWNER = 'owner';
export type Grant = typeof OWNER | Permission;

/** Whether one of the needed permissions is among those that somebody has. */
export const isGranted = (grants: readonly Grant[] | undefined, needed: readonly Permission[]): boolean =>
  (grants ?? []).some((grant) => grant === OWNER || needed.includes(grant));
