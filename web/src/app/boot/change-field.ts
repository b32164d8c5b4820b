export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isCheckable = (field: Field): field is HTMLInputElement =>
  field.type === 'radio' || field.type === 'checkbox';

/**
 * Gives a field the value that it was given before the application was there, so that the application hears of it. React
 * passes on only what differs from the value it last found or wrote, and forms write their own when they take over.
 */
export function changeField(field: Field, value: string | boolean): void {
  if (isCheckable(field)) {
    field.checked = !value;
    field.click();
    return;
  }
  // React's own setter takes a note of what is written. It writes to a copy: the field itself would lose its selection.
  Object.getOwnPropertyDescriptor(field, 'value')?.set?.call(field.cloneNode(), `not ${value}`);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
