/** A ref callback that focuses an element when it appears, for example in place of the pressed button. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
