import type { FastifyBaseLogger } from 'fastify';

type Line = [string];
type ChildArguments = Parameters<FastifyBaseLogger['child']>;
/** A method of pino that Fastify's type leaves out. */
type Parent = FastifyBaseLogger & { isLevelEnabled(level: string): boolean };

/**
 * The logger of one request. The child logger is created at the first line, because redacting its bindings costs more than
 * answering a request. `parent` must be Fastify's logger: it has the serializers of requests and replies.
 */
class LazyRequestLog implements Pick<FastifyBaseLogger, 'child' | 'level' | 'fatal' | 'silent'> {
  readonly #parent: Parent;
  readonly #arguments: ChildArguments;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: Parent, childArguments: ChildArguments) {
    this.#parent = parent;
    this.#arguments = childArguments;
  }

  #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(...this.#arguments);
    return this.#made;
  }

  get level() {
    return this.#parent.level;
  }

  child(...given: ChildArguments) {
    return this.#own().child(...given);
  }

  silent() {}

  fatal(...line: Line) {
    if (this.#parent.isLevelEnabled('fatal')) this.#own().fatal(...line);
  }

  error(...line: Line) {
    if (this.#parent.isLevelEnabled('error')) this.#own().error(...line);
  }

  warn(...line: Line) {
    if (this.#parent.isLevelEnabled('warn')) this.#own().warn(...line);
  }

  info(...line: Line) {
    if (this.#parent.isLevelEnabled('info')) this.#own().info(...line);
  }

  debug(...line: Line) {
    if (this.#parent.isLevelEnabled('debug')) this.#own().debug(...line);
  }

  trace(...line: Line) {
    if (this.#parent.isLevelEnabled('trace')) this.#own().trace(...line);
  }
}

export const requestLog = (parent: FastifyBaseLogger, ...childArguments: ChildArguments): FastifyBaseLogger =>
  new LazyRequestLog(parent as Parent, childArguments) as FastifyBaseLogger;
