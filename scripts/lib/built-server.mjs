// A module maps stack traces instead of Node's flag: with the flag pino parses 10 MB of source maps at its start. The heap limits stop
// V8 from growing its young space to 128 MB and its old space to several times the used memory.
export const SERVER_FLAGS = [
  '--import=data:text/javascript,process.setSourceMapsEnabled(true)',
  '--max-semi-space-size=16',
  '--heap-growing-percent=30',
];

// Without this, each thread that decodes images keeps its own heap: up to 458 MB instead of 224 MB.
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };
