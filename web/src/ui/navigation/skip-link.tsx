import type { MouseEvent } from 'react';

function skipToMain(event: MouseEvent) {
  // The URL must not change: a hash would add a history entry, and pages react to the hash.
  event.preventDefault();
  const main = document.getElementById('main');
  main?.scrollIntoView();
  main?.focus({ preventScroll: true });
}

/** The first Tab stop of every page. The main element must have `id="main"`. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: without JavaScript the href does the work
    <a
      href="#main"
      onClick={skipToMain}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
