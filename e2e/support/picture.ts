/** A PNG of 8 × 6 pixels. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPgjvXDihgGUgIA8+0iIRXhfA0AAAAASUVORK5CYII=',
  'base64',
);

export const picture = (name: string, buffer = PNG) => ({ name, mimeType: 'image/png', buffer });
