const happens = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

const nextFrame = () => new Promise(requestAnimationFrame);

/** When the picture that decides the first impression is on the screen; on a page without one, when all is loaded. */
export async function whenPainted(): Promise<void> {
  if (document.readyState === 'loading') await happens(document, 'DOMContentLoaded');
  const lead = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  // A picture that cannot be shown is not waited for either.
  if (lead) await lead.decode().catch(() => undefined);
  else if (document.readyState !== 'complete') await happens(window, 'load');
  // The first frame is about to be painted, at the second it has been.
  await nextFrame();
  await nextFrame();
}
