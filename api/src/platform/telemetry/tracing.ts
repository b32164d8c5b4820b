/** Span attributes. They must not contain personal data. */
export type Facts = Record<string, string | number>;

type Work = { name: string; kind: 'server' | 'client' | 'producer' | 'consumer'; facts?: Facts };

/** A running piece of work. */
export type Span = {
  /** The W3C `traceparent` for work that continues elsewhere. */
  traceparent: string;
  /** Spans that begin inside `action` become children. */
  within<T>(action: () => T): T;
  note(facts: Facts): void;
  /** `failure` is the code or class of the error, never its message, which may quote a customer. */
  end(failure?: string): void;
};

export type Tracer = {
  /** Begins a child of `traceparent`, or else of the current span. */
  begin(work: Work, traceparent?: string): Span;
  /** The `traceparent` of the current span. */
  traceparent(): string | undefined;
  close(): Promise<void>;
};

let tracer: Tracer | undefined;

/** Sets the tracer of the process. Without one, `traced` costs nothing. */
export function setTracer(used: Tracer | undefined): void {
  tracer = used;
}

export const currentTracer = (): Tracer | undefined => tracer;

/** The `traceparent` of the current span, to be stored with a job or sent with a request. */
export const currentTraceparent = (): string | undefined => tracer?.traceparent();

const errorKindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

type AddsFacts = Pick<Span, 'note'>;
const NO_SPAN: AddsFacts = { note: () => {} };

/** Runs `action` inside a new span if tracing is on. */
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
