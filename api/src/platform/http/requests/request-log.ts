import type { FastifyBaseLogger } from 'fastify';

type Line = [string];
type ChildArguments = Parameters<FastifyBaseLogger['child']>;
/** Pino's, which Fastify's type leaves out. */
type Parent = FastifyBaseLogger & { isLevelEnabled(level: string): boolean };

/**
 * The log of one request, made when it has something to say: its id passes through the redaction of secrets, which costs
 * more than answering. `parent` must be the logger that Fastify hands out: that one knows how requests and replies are
 * written, and another would write them whole.
 */
class RequestLog implements Pick<FastifyBaseLogger, 'child' | 'level' | 'fatal' | 'silent'> {
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
  new RequestLog(parent as Parent, childArguments) as FastifyBaseLogger;
