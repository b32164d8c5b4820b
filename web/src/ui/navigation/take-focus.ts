/** A ref for what appears in place of the control that was used, so that the keyboard goes on from there. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
