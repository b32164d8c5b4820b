import type { CSSProperties } from 'react';

const light = {
  bg: '#F6F8F5',
  surface: '#FFFFFF',
  ink: '#10201C',
  muted: '#51615B',
  brand: '#0B5D4E',
  onBrand: '#FFFFFF',
  line: '#D3DBD5',
};

const dark: typeof light = {
  bg: '#0D1412',
  surface: '#151E1B',
  ink: '#E9F0EC',
  muted: '#9FB0A8',
  brand: '#5FD0B3',
  onBrand: '#06231C',
  line: '#33423C',
};

const SANS = "'Anek Latin', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

/** Long words such as links must break, or a table makes the whole mail wider than a phone. */
const body: CSSProperties = { fontFamily: SANS, fontSize: 15, lineHeight: '1.55', wordBreak: 'break-word' };

/** Inline styles, because many mail clients ignore style sheets. */
export const look = {
  page: { margin: 0, padding: 0, backgroundColor: light.bg },
  preview: { display: 'none', overflow: 'hidden', lineHeight: '1px', maxHeight: 0, maxWidth: 0, opacity: 0 },
  card: {
    width: '100%',
    maxWidth: 560,
    margin: '0 auto',
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderRadius: 10,
    borderCollapse: 'separate',
  },
  mark: {
    ...body,
    width: 36,
    height: 36,
    borderRadius: 4,
    backgroundColor: light.brand,
    color: light.onBrand,
    fontWeight: 700,
    textAlign: 'center',
    letterSpacing: '0.02em',
  },
  shopName: { ...body, paddingLeft: 12, fontSize: 17, fontWeight: 600, color: light.ink },
  heading: {
    margin: '0 0 16px',
    fontFamily: SANS,
    fontSize: 27,
    lineHeight: '1.2',
    fontWeight: 700,
    color: light.ink,
  },
  text: { ...body, margin: '0 0 16px', color: light.ink },
  mutedText: { ...body, margin: '0 0 16px', fontSize: 13, color: light.muted },
  perforation: { fontSize: 0, lineHeight: 0, borderTop: `2px dashed ${light.line}` },
  notch: { width: 10, height: 20, fontSize: 0, lineHeight: 0, backgroundColor: light.bg },
  buttonCell: { borderRadius: 4, backgroundColor: light.brand },
  button: {
    ...body,
    display: 'inline-block',
    padding: '12px 24px',
    fontWeight: 600,
    color: light.onBrand,
    textDecoration: 'none',
  },
  facts: { width: '100%', margin: '0 0 16px', borderCollapse: 'collapse' },
  factLabel: {
    ...body,
    padding: '8px 16px 8px 0',
    borderBottom: `1px solid ${light.line}`,
    color: light.muted,
    fontWeight: 400,
    whiteSpace: 'nowrap',
    textAlign: 'left',
    verticalAlign: 'top',
  },
  factValue: {
    ...body,
    padding: '8px 0',
    borderBottom: `1px solid ${light.line}`,
    color: light.ink,
    fontWeight: 600,
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
  },
  code: {
    margin: '0 0 16px',
    padding: '16px',
    border: `1px dashed ${light.line}`,
    borderRadius: 4,
    backgroundColor: light.bg,
    color: light.ink,
    fontFamily: MONO,
    fontSize: 21,
    lineHeight: '1.4',
    textAlign: 'center',
    wordBreak: 'break-all',
    whiteSpace: 'pre-wrap',
  },
  codeGroup: { padding: '0 5px' },
  link: { color: light.brand },
  steps: { ...body, margin: '0 0 16px', paddingLeft: 24, color: light.ink },
  step: { margin: '0 0 8px' },
} satisfies Record<string, CSSProperties>;

/** Dark mode needs a style sheet, and `!important` to override the inline styles above. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .bg { background-color: ${dark.bg} !important; }
  .surface { background-color: ${dark.surface} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .brand { background-color: ${dark.brand} !important; }
  .on-brand { color: ${dark.onBrand} !important; }
  .link { color: ${dark.brand} !important; }
  .line { border-color: ${dark.line} !important; }
}`;
