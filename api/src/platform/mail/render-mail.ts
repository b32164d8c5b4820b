import type { ReactElement } from 'react';

/** Renders a mail as HTML and as plain text. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  // Loaded with the first mail, because it is larger than the rest of the server and only processes with jobs need it.
  const { render, toPlainText } = await import('@react-email/render');
  const html = await render(element);
  const text = toPlainText(html, {
    selectors: [
      // Keeps all spaces of a code, because the buyer must type them.
      { selector: 'p.code', format: 'pre', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'table.facts', format: 'dataTable', options: { colSpacing: 2, uppercaseHeaderCells: false } },
    ],
  });
  return { html, text };
}
