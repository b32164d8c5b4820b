// Sources are mapped by a module that comes first, not by Node's own flag: with that the log asks, as it begins, who calls it,
// and 10 MB of maps are taken apart for the answer. The engine's young space would grow to 128 MB under load and its old one to
// several times what is in use, and neither is given back.
export const SERVER_FLAGS = [
  '--import=data:text/javascript,process.setSourceMapsEnabled(true)',
  '--max-semi-space-size=16',
  '--heap-growing-percent=30',
];

// Decoding images on several threads would otherwise leave each thread its own heap: 458 MB instead of 224 MB at worst.
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };
