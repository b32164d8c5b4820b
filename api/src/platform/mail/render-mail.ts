import type { ReactElement } from 'react';

/** The same mail twice: for clients that show HTML, and for those that do not. */
export async function renderMail(element: ReactElement): Promise<{ html: string; text: string }> {
  // Loaded with the first mail: it is larger than the rest of the server, and a process without jobs needs none of it.
  const { render, toPlainText } = await import('@react-email/render');
  const html = await render(element);
  const text = toPlainText(html, {
    selectors: [
      // A code has as many spaces as its buyer must type.
      { selector: 'p.code', format: 'pre', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'table.facts', format: 'dataTable', options: { colSpacing: 2, uppercaseHeaderCells: false } },
    ],
  });
  return { html, text };
}
