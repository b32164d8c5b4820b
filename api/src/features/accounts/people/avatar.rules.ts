import { createHash } from 'node:crypto';
import { initialsOf } from '@shop/contract/initials';

/** Pairs of background and text colour with a contrast of at least 7:1. */
const INKS = [
  ['#D5EDE5', '#083F35'],
  ['#FBE3D3', '#6B2A06'],
  ['#E3E4FA', '#2D2A74'],
  ['#F9E0EA', '#6E1740'],
  ['#F4EBC8', '#544107'],
  ['#DAE9F7', '#0D3C63'],
] as const;

const escapeXml = (text: string) => text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The same name always gives the same picture. */
export function avatarSvg(name: string): string {
  const [ground, ink] = INKS[(createHash('sha256').update(name).digest()[0] ?? 0) % INKS.length] ?? INKS[0];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    `<rect width="96" height="96" fill="${ground}"/>`,
    `<text x="48" y="48" dy="0.35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="38" font-weight="600" fill="${ink}">`,
    escapeXml(initialsOf(name)),
    '</text></svg>',
  ].join('');
}
