import type { HydratedEvent } from '../hydrated-event.ts';
import { changeField, type Field, isCheckable } from './change-field.ts';

const HYDRATED: HydratedEvent = 'shop:alive';

type Interaction = { control: HTMLElement; replay: () => void };

/**
 * Queues input, clicks and submits until the application is hydrated, then replays them. Links and forms with an action
 * work without the application. Returns a function for a failed fetch: it ends the busy states and shows a message. A retry
 * is impossible, because the browser does not fetch a failed module again before a reload.
 */
export function queueInteractions(): () => void {
  const interactions: Interaction[] = [];
  let isWaiting = true;
  const changes = new Map<Field, string | boolean>();

  function queue(event: Event, control: HTMLElement, replay: () => void): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isWaiting) return;
    control.setAttribute('aria-busy', 'true');
    // A second click on a toggle would undo the first, and a second submit would send a message twice.
    const isRepeat =
      control.matches('form, [aria-expanded], [aria-pressed]') &&
      interactions.some((interaction) => interaction.control === control);
    if (!isRepeat) interactions.push({ control, replay });
  }

  function queueClick(event: Event): void {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[type="button"]');
    if (!button) return;
    queue(event, button, () => button.click());
  }

  function queueSubmit(event: Event): void {
    const form = event.target as HTMLFormElement;
    if (form.hasAttribute('action')) return;
    queue(event, form, () => form.requestSubmit((event as SubmitEvent).submitter));
  }

  function recordChange(event: Event): void {
    const field = event.target as Field;
    event.stopImmediatePropagation();
    // Delete first, so that the newest change is the last in the map: the last of several radio buttons counts.
    changes.delete(field);
    changes.set(field, isCheckable(field) ? field.checked : field.value);
  }

  const listeners = { click: queueClick, submit: queueSubmit, input: recordChange, change: recordChange };
  // On the window, which gets events before the document, where React listens during hydration.
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true);

  async function replayAll(): Promise<void> {
    isWaiting = false;
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener, true);
    for (const [field, value] of changes) if (field.isConnected) changeField(field, value);
    for (const { control, replay } of interactions) {
      control.removeAttribute('aria-busy');
      if (control.isConnected) replay();
      // React renders this interaction's change before the next one is replayed.
      await Promise.resolve();
    }
  }
  document.addEventListener(HYDRATED, replayAll, { once: true });

  return () => {
    if (!isWaiting) return;
    isWaiting = false;
    for (const { control } of interactions) control.removeAttribute('aria-busy');
    (document.getElementById('incomplete') as HTMLElement).hidden = false;
  };
}
