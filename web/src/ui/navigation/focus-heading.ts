/** Moves the focus to a heading, for cases where the used control disappears. */
export function focusHeading(selector = 'main h1'): void {
  const heading = document.querySelector<HTMLElement>(selector) ?? document.getElementById('main');
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
