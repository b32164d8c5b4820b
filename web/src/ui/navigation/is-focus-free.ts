/**
 * Whether a script may move the focus: nothing has it, its element is disabled, or it is inside `leaving`, an element
 * about to be removed. Otherwise the user has moved on and must not be interrupted.
 */
export const isFocusFree = (leaving?: Element | null): boolean => {
  const { activeElement } = document;
  return !activeElement || activeElement.matches('body, :disabled') || Boolean(leaving?.contains(activeElement));
};
