import { keepActs } from './kept-acts.ts';
import { whenPainted } from './when-painted.ts';

/**
 * The first script of every page, about a kilobyte. The application is as heavy as all the rest of a page, so it is
 * fetched once the page has been painted, or at the first sign that somebody is there, whichever comes first.
 * What they do before it can answer is kept for it. Imports nothing of the application, or it would come along.
 */
const signs = ['pointerdown', 'pointermove', 'keydown', 'click', 'input'];
const { application = '', chunks = '', start } = (document.getElementById('boot') as HTMLElement).dataset;
let isFetched = false;

function fetchApplication(): void {
  if (isFetched) return;
  isFetched = true;
  // All of it at once, instead of one import after another.
  for (const href of chunks.split(' ')) {
    const hint = document.createElement('link');
    hint.rel = 'modulepreload';
    hint.href = href;
    document.head.append(hint);
  }
  import(/* @vite-ignore */ application);
}

keepActs();
if (start === 'at-once') fetchApplication();
else {
  for (const sign of signs) addEventListener(sign, fetchApplication, { capture: true, once: true, passive: true });
  whenPainted().then(fetchApplication);
}
