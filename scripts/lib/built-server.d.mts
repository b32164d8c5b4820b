export const SERVER_FLAGS: string[];
export const ALLOCATOR: { MALLOC_ARENA_MAX: string };
