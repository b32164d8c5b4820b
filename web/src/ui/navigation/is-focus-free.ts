/**
 * Asked before the focus is moved after an answer: whether nothing has it any more, because what had it is gone, or disabled
 * while it is busy, or only something in `going`, which goes next. Whoever has gone on elsewhere is not called back.
 */
export const isFocusFree = (going?: Element | null): boolean => {
  const { activeElement } = document;
  return !activeElement || activeElement.matches('body, :disabled') || Boolean(going?.contains(activeElement));
};
