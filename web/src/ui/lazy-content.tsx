import type { ComponentType } from 'react';
import { lazyPart, notLoaded } from './lazy-part.ts';
import { Banner } from './overlays/banner.tsx';

/** What a place on the page is for: where it does not come, the place says so. */
export const lazyContent = <Props extends object>(
  what: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazyPart<Props>(load, () => <Banner tone="error">{notLoaded(what)}</Banner>);
