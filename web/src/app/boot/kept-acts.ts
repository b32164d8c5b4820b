import type { Alive } from '../alive.ts';
import { changeField, type Field, isCheckable } from './change-field.ts';

const ALIVE: Alive = 'shop:alive';

type Act = { control: HTMLElement; redo: () => void };

/**
 * Queues input, clicks and submits until the application is hydrated, then replays them. Links and forms with an action
 * work without the application. Returns a function for a failed fetch: it ends the busy states and shows a message. A retry
 * is impossible, because the browser does not fetch a failed module again before a reload.
 */
export function keepActs(): () => void {
  const acts: Act[] = [];
  let isAwaited = true;
  const changes = new Map<Field, string | boolean>();

  function keep(event: Event, control: HTMLElement, redo: () => void): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isAwaited) return;
    control.setAttribute('aria-busy', 'true');
    // A second click on a toggle would undo the first, and a second submit would send a message twice.
    const isImpatience =
      control.matches('form, [aria-expanded], [aria-pressed]') && acts.some((act) => act.control === control);
    if (!isImpatience) acts.push({ control, redo });
  }

  function keepClick(event: Event): void {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[type="button"]');
    if (!button) return;
    keep(event, button, () => button.click());
  }

  function keepSubmit(event: Event): void {
    const form = event.target as HTMLFormElement;
    if (form.hasAttribute('action')) return;
    keep(event, form, () => form.requestSubmit((event as SubmitEvent).submitter));
  }

  function keepChange(event: Event): void {
    const field = event.target as Field;
    event.stopImmediatePropagation();
    // Delete first, so that the newest change is the last in the map: the last of several radio buttons counts.
    changes.delete(field);
    changes.set(field, isCheckable(field) ? field.checked : field.value);
  }

  const keepers = { click: keepClick, submit: keepSubmit, input: keepChange, change: keepChange };
  // On the window, which gets events before the document, where React listens during hydration.
  for (const [name, keeper] of Object.entries(keepers)) addEventListener(name, keeper, true);

  async function redoAll(): Promise<void> {
    isAwaited = false;
    for (const [name, keeper] of Object.entries(keepers)) removeEventListener(name, keeper, true);
    for (const [field, value] of changes) if (field.isConnected) changeField(field, value);
    for (const { control, redo } of acts) {
      control.removeAttribute('aria-busy');
      if (control.isConnected) redo();
      // React renders this interaction's change before the next one is replayed.
      await Promise.resolve();
    }
  }
  document.addEventListener(ALIVE, redoAll, { once: true });

  return () => {
    if (!isAwaited) return;
    isAwaited = false;
    for (const { control } of acts) control.removeAttribute('aria-busy');
    (document.getElementById('incomplete') as HTMLElement).hidden = false;
  };
}
