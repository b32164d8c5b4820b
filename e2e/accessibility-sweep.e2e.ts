import { expectAccessible } from './support/accessible.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

/** Proves that `expectAccessible` finds faults that exist only in one width or one theme. */
for (const [where, media, planted, found] of [
  ['in the phone layout', '(max-width: 400px)', '<button></button>', 'button-name'],
  [
    'in the dark theme',
    '(prefers-color-scheme: dark)',
    '<p style="color: #777; background: #888">Grey</p>',
    'color-contrast',
  ],
] as const)
  test(`expectAccessible finds a fault ${where}`, async ({ page }) => {
    await openPage(page, '/unauthorized');
    await page.evaluate(
      ({ media, planted }) => {
        const place = document.createElement('div');
        place.innerHTML = planted;
        place.id = 'planted';
        document.querySelector('main')?.append(place);
        // A style sheet reacts with the layout itself; a script would react a moment later.
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
