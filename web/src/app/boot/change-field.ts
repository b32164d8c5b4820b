export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isCheckable = (field: Field): field is HTMLInputElement =>
  field.type === 'radio' || field.type === 'checkbox';

/**
 * Sets a field to the value that was typed before hydration and fires its events. React ignores an event whose value equals
 * the last value it tracked, and form libraries overwrite the value when they mount.
 */
export function changeField(field: Field, value: string | boolean): void {
  if (isCheckable(field)) {
    field.checked = !value;
    field.click();
    return;
  }
  // React's setter on the instance updates its tracked value. It runs on a clone, so that the field keeps its selection.
  Object.getOwnPropertyDescriptor(field, 'value')?.set?.call(field.cloneNode(), `not ${value}`);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
