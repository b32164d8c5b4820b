import { expectAccessible } from './support/accessible.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** The sweep that other journeys make finds what is wrong in one width or one theme only. */
for (const [where, media, planted, found] of [
  ['on a phone', '(max-width: 400px)', '<button></button>', 'button-name'],
  [
    'in the dark',
    '(prefers-color-scheme: dark)',
    '<p style="color: #777; background: #888">Grey</p>',
    'color-contrast',
  ],
] as const)
  test(`axe finds what is wrong ${where}`, async ({ page }) => {
    await openPage(page, '/unauthorized');
    await page.evaluate(
      ({ media, planted }) => {
        const place = document.createElement('div');
        place.innerHTML = planted;
        place.id = 'planted';
        document.querySelector('main')?.append(place);
        // Styles change with the window; a script would hear of it a moment later.
        const styles = new CSSStyleSheet();
        styles.replaceSync(`@media not all and ${media} { #planted { display: none } }`);
        document.adoptedStyleSheets.push(styles);
      },
      { media, planted },
    );
    const complaint = await expectAccessible(page).then(
      () => 'none',
      (error: Error) => error.message,
    );
    expect(complaint).toContain(found);
  });
