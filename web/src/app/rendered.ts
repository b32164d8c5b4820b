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

type Redirect = { redirect: string };
/** As React has rendered it, with marks around its parts. */
export type Marked = { status: number; html: string } | Redirect;
export type Rendered = { status: number; html: Buffer } | Redirect;
