/** Facts about a piece of work that are nobody's personal data. */
export type Facts = Record<string, string | number>;

type Work = { name: string; kind: 'server' | 'client' | 'producer' | 'consumer'; facts?: Facts };

/** A piece of work under way. */
export type Span = {
  /** In W3C's words, for whoever goes on with it elsewhere. */
  traceparent: string;
  /** What is begun within is a part of it. */
  within<T>(action: () => T): T;
  note(facts: Facts): void;
  /** `failure` is what kind of error ended it, never its words: these may quote a customer. */
  end(failure?: string): void;
};

export type Tracer = {
  /** As a part of what is under way here, unless it was begun elsewhere: under a `traceparent`. */
  begin(work: Work, traceparent?: string): Span;
  /** What is under way here. */
  traceparent(): string | undefined;
  close(): Promise<void>;
};

let tracer: Tracer | undefined;

/** One a process, as its export is; nobody pays for what nobody looks at. */
export function setTracer(used: Tracer | undefined): void {
  tracer = used;
}

export const currentTracer = (): Tracer | undefined => tracer;

/** Of what is under way here, to be sent along with work that somebody else does later. */
export const currentTraceparent = (): string | undefined => tracer?.traceparent();

const errorKindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

type AddsFacts = Pick<Span, 'note'>;
const NO_SPAN: AddsFacts = { note: () => {} };

/** Does a piece of work, under the eyes of whoever traces it. */
export function traced<T>(work: () => Work, action: (span: AddsFacts) => Promise<T>, traceparent?: string): Promise<T> {
  if (!tracer) return action(NO_SPAN);
  const span = tracer.begin(work(), traceparent);
  return span.within(async () => {
    try {
      const result = await action(span);
      span.end();
      return result;
    } catch (error) {
      span.end(errorKindOf(error));
      throw error;
    }
  });
}
