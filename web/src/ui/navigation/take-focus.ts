/** A ref callback that focuses an element when it replaces the used control. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
