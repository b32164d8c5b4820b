import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  /** There once it was brought into a document. */
  var axe: typeof axeCore;
}

/** The small form: less than half to send, to parse and to compile, in each document anew. */
const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/** In this order one thing changes at a time, and the page ends as it began: each change draws all of it anew. */
const LOOKS = [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'dark'],
  [1280, 'light'],
] as const;

/** What axe asks of colours. Nothing else of a page depends on the theme, and so is asked in one of them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Its preloading of styles would break the page's policy. */
const asking = (rules: string[] | undefined): axeCore.RunOptions => ({
  preload: false,
  resultTypes: ['violations'],
  ...(rules && { runOnly: rules }),
});

/** Once a document: each look would otherwise take twice as long. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE);
}

async function violations(page: Page, rules: string[] | undefined): Promise<string[]> {
  const found = await page.evaluate(async (options) => (await globalThis.axe.run(options)).violations, asking(rules));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** axe finds nothing, light and dark, narrow and wide. */
export async function expectAccessible(page: Page): Promise<void> {
  await bringAxe(page);
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page hears of another width or theme in the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const found = await violations(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
    expect(found, `${width} px, ${colorScheme}`).toEqual([]);
  }
}
