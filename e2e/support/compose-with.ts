import type { Locator } from '@playwright/test';

/** A key press during input method composition, with the event that browsers on a Mac send. */
export const composeWith = (field: Locator, key: string) =>
  field.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
