import type { Alive } from '../alive.ts';
import { changeField, type Field, isCheckable } from './change-field.ts';

const ALIVE: Alive = 'shop:alive';

type Act = { control: HTMLElement; redo: () => void };

/**
 * Keeps what is typed, pressed and submitted before the application answers, and does it again once it does. Links and
 * forms with an address of their own need no application. Returns what to do when it cannot be fetched: the page says so,
 * and nothing pressed seems to be waiting. The browser does not ask for such a file again until the page is loaded anew.
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
    // Pressed again because nothing happened: a menu would close again, a heart be emptied, a message be sent twice.
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
    // Moved to the end: of several radio buttons the last one counts.
    changes.delete(field);
    changes.set(field, isCheckable(field) ? field.checked : field.value);
  }

  const keepers = { click: keepClick, submit: keepSubmit, input: keepChange, change: keepChange };
  // Before the document, where React listens while it is still taking the page over.
  for (const [name, keeper] of Object.entries(keepers)) addEventListener(name, keeper, true);

  async function redoAll(): Promise<void> {
    isAwaited = false;
    for (const [name, keeper] of Object.entries(keepers)) removeEventListener(name, keeper, true);
    for (const [field, value] of changes) if (field.isConnected) changeField(field, value);
    for (const { control, redo } of acts) {
      control.removeAttribute('aria-busy');
      if (control.isConnected) redo();
      // React shows what one of them changed before the next.
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
