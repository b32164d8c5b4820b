import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare global {
  /** Defined after `injectAxe`. */
  var axe: typeof axeCore;
}

/** The minified build: less than half the size to send and compile in each document. */
const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Each step changes one setting only, and the last one restores the first state, because every change renders the page
 * again.
 */
const VARIANTS = [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'dark'],
  [1280, 'light'],
] as const;

/** Only these rules depend on the theme, so the others run in the light theme only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** axe's preload would fetch style sheets, which the content policy forbids. */
const runOptions = (rules: string[] | undefined): axeCore.RunOptions => ({
  preload: false,
  resultTypes: ['violations'],
  ...(rules && { runOnly: rules }),
});

/** Once per document, because injecting axe for each variant would double the time. */
async function injectAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE);
}

async function violations(page: Page, rules: string[] | undefined): Promise<string[]> {
  const found = await page.evaluate(
    async (options) => (await globalThis.axe.run(options)).violations,
    runOptions(rules),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Expects no axe violations in light and dark, narrow and wide. */
export async function expectAccessible(page: Page): Promise<void> {
  await injectAxe(page);
  for (const [width, colorScheme] of VARIANTS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page applies the new width and theme in the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const found = await violations(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
    expect(found, `${width} px, ${colorScheme}`).toEqual([]);
  }
}
