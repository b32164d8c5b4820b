import { queueInteractions } from './queued-interactions.ts';
import { whenPainted } from './when-painted.ts';

/**
 * The boot script: about a kilobyte, inline in every document. It fetches the application after the first paint or at the
 * first interaction, because the application is as heavy as the rest of the page. Earlier interactions are queued and
 * replayed. This file must not import application code, or the bundler would include it.
 */

// Without pointer moves: the browser fires one when the layout changes under a resting pointer.
const INTERACTIONS = ['pointerdown', 'keydown', 'focusin', 'click', 'input'];
const { application } = (document.getElementById('boot') as HTMLElement).dataset;
let isFetched = false;

function fetchApplication(files: string): void {
  if (isFetched) return;
  isFetched = true;
  // Fetch all files in parallel. Each one then runs in its own task.
  for (const file of files.split(' '))
    import(/* @vite-ignore */ file).catch((error) => {
      showIncomplete();
      throw error;
    });
}

const showIncomplete = queueInteractions();
// Pages without this attribute load the application with a script tag in their head.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showIncomplete(), true);
if (application) {
  const start = () => fetchApplication(application);
  for (const interaction of INTERACTIONS)
    addEventListener(interaction, start, { capture: true, once: true, passive: true });
  whenPainted().then(start);
}
