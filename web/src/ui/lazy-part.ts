import { type ComponentType, lazy } from 'react';

/** What is said of a part that did not come; a browser may not ask for its file again until the page is loaded anew. */
export const notLoaded = (what: string): string =>
  `${what} could not be loaded. Reload the page when you are connected again.`;

/** A part in a file of its own. Where the file does not come, the page stands, with `Instead` or nothing in its place. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: ComponentType<Props> = () => null,
) => lazy(() => load().catch(() => ({ default: Instead })));
