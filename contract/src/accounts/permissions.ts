/** One permission for each part of the administration. This file does not import zod, because the navigation loads it. */
export const permissions = ['catalogue', 'stock', 'orders', 'support', 'people', 'settings'] as const;
export type Permission = (typeof permissions)[number];

/** An owner has every permission, including future ones. */
export const OWNER = 'owner';
export type Grant = typeof OWNER | Permission;

/** Whether the user has at least one of the needed permissions. */
export const isGranted = (grants: readonly Grant[] | undefined, needed: readonly Permission[]): boolean =>
  (grants ?? []).some((grant) => grant === OWNER || needed.includes(grant));
