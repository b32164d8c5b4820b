import { type ComponentType, lazy } from 'react';

/** Advises a reload, because browsers may not fetch a failed module again. */
export const loadFailedText = (what: string): string =>
  `${what} could not be loaded. Reload the page when you are connected again.`;

/** A component in a chunk of its own. If it fails to load, `Fallback` or nothing takes its place. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback: ComponentType<Props> = () => null,
) => lazy(() => load().catch(() => ({ default: Fallback })));
