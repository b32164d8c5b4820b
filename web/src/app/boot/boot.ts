import { keepActs } from './kept-acts.ts';
import { whenPainted } from './when-painted.ts';

/**
 * The first script of every page, about a kilobyte, which stands in the document. The application is as heavy as all the
 * rest of a page, so it is fetched once the page has been painted, or at the first sign that somebody is there, whichever
 * comes first. What they do before it can answer is kept for it. Imports nothing of the application, or it would come along.
 */

// No moves: the browser makes one up when it lays a page out under a pointer that rests.
const SIGNS = ['pointerdown', 'keydown', 'focusin', 'click', 'input'];
const { application } = (document.getElementById('boot') as HTMLElement).dataset;
let isFetched = false;

function fetchApplication(files: string): void {
  if (isFetched) return;
  isFetched = true;
  // All of it at once, instead of one import after another; and each file is run in a turn of its own.
  for (const file of files.split(' '))
    import(/* @vite-ignore */ file).catch((error) => {
      giveUp();
      throw error;
    });
}

const giveUp = keepActs();
// Where the document does not name the application here, it fetches it by itself.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && giveUp(), true);
if (application) {
  const start = () => fetchApplication(application);
  for (const sign of SIGNS) addEventListener(sign, start, { capture: true, once: true, passive: true });
  whenPainted().then(start);
}
