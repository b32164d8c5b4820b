import type { ComponentType } from 'react';
import { lazyPart, loadFailedText } from './lazy-part.ts';
import { Banner } from './overlays/banner.tsx';

/** Main content in a chunk of its own. If it fails to load, a banner says so. */
export const lazyContent = <Props extends object>(
  what: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazyPart<Props>(load, () => <Banner tone="error">{loadFailedText(what)}</Banner>);
