import type { MouseEvent } from 'react';

function skip(event: MouseEvent) {
  // Without a change of the address: that would be a step of the history, and pages follow what stands behind its `#`.
  event.preventDefault();
  const main = document.getElementById('main');
  main?.scrollIntoView();
  main?.focus({ preventScroll: true });
}

/** The first stop of the keyboard on every page; the page's main element carries `id="main"`. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: without script it is what leads there
    <a
      href="#main"
      onClick={skip}
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
