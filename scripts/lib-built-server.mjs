// The engine's young space would grow to 128 MB under load and its old one to several times what is in use, and neither is
// given back: a load of reads left 298 MB behind, and 195 MB where the old one was collected after growing by 30 %.
export const SERVER_FLAGS = ['--enable-source-maps', '--max-semi-space-size=8', '--heap-growing-percent=30'];

// Decoding images on several threads would otherwise leave each thread its own heap: 458 MB instead of 224 MB at worst.
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };
