import type { Assets, Start } from './document.tsx';

const FIRST_LINK = '<link';

/**
 * Puts the boot script into a document. It stands before the style sheet: behind it, it would wait for it, and whatever
 * follows would wait with it. React puts style sheets before all scripts of a head, so this is not its work.
 */
export function withBootScript(html: string, { boot, script, preloads }: Assets, start: Start): string {
  const application = start === 'after-paint' ? ` data-application="${[...preloads, script].join(' ')}"` : '';
  // Not a string: in one, `$` has a meaning.
  return html.replace(FIRST_LINK, () => `<script id="boot"${application}>${boot}</script>${FIRST_LINK}`);
}
