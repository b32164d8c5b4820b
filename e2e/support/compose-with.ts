import type { Locator } from '@playwright/test';

/** A key pressed while an input method is putting a word together in a field, as browsers on a Mac tell of it. */
export const composeWith = (field: Locator, key: string) =>
  field.dispatchEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
