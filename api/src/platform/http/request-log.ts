import type { FastifyBaseLogger } from 'fastify';
import type { Log } from '../log.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

type ChildOptions = Parameters<FastifyBaseLogger['child']>;

/**
 * The log of one request, made when it has something to say: its id passes through the redaction of secrets, which costs
 * more than answering, and most requests say nothing at most levels.
 */
export function requestLog(parent: Log, ...[bindings, options]: ChildOptions): FastifyBaseLogger {
  let made: Log | undefined;
  const child = () => {
    made ??= parent.child(bindings, options);
    return made;
  };
  const log: Record<string, unknown> = {
    level: parent.level,
    msgPrefix: undefined,
    silent: () => {},
    child: (...given: ChildOptions) => child().child(...given),
  };
  for (const level of LEVELS)
    log[level] = (...line: [string]) => {
      if (parent.isLevelEnabled(level)) child()[level](...line);
    };
  return log as unknown as FastifyBaseLogger;
}
