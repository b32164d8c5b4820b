import type { Ask } from '../lib/api.ts';
import type { Settings } from '../lib/settings.ts';
import type { Assets } from './served-head.tsx';

export type RenderInput = {
  request: Request;
  send: Ask;
  settings: Settings;
  /** What the matched pages need, given the sources of their modules. */
  assetsFor: (sources: string[]) => Assets;
};

export type Rendered = { status: number; html: Buffer } | { redirect: string };
