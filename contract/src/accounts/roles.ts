export const roles = ['customer', 'moderator', 'admin'] as const;
