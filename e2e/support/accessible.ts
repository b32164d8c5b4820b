import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  /** Defined after `injectAxe`. */
  var axe: typeof axeCore;
}

/** The minified build: each document has to parse it again, and it is less than half the size. */
const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/** Each change renders the whole page again, so this order changes one thing at a time and ends with the default view. */
const VIEWS = [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'dark'],
  [1280, 'light'],
] as const;

/** The axe rules about colours. Only they depend on the theme, so the other rules run in one theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Preloading is off, because the content security policy forbids axe to fetch the style sheets. */
const axeOptions = (rules: string[] | undefined): axeCore.RunOptions => ({
  preload: false,
  resultTypes: ['violations'],
  ...(rules && { runOnly: rules }),
});

/** Injects axe once in each document. An injection before every run would double the time. */
async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE);
}

async function violations(page: Page, rules: string[] | undefined): Promise<string[]> {
  const found = await page.evaluate(
    async (options) => (await globalThis.axe.run(options)).violations,
    axeOptions(rules),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Expects no axe violations in light and dark, at 360 and 1280 px. Each call takes four axe runs. */
export async function expectAccessible(page: Page): Promise<void> {
  await injectAxe(page);
  for (const [width, colorScheme] of VIEWS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page reacts to a new width or theme in the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const found = await violations(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
    expect(found, `${width} px, ${colorScheme}`).toEqual([]);
  }
}
