import type { Locator } from '@playwright/test';

/** Presses a key during the composition of an input method, with the events of a browser on macOS. */
export const composeWith = (field: Locator, key: string) =>
  field.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
