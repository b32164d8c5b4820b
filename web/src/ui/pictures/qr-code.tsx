import { encode } from 'uqr';

// The standard asks for a quiet zone of four modules.
const BORDER = 4;

/**
 * Drawn in the browser, so that the text never leaves the page. Dark on light in both themes, else phones cannot read
 * it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="w-52 max-w-full rounded-card">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}
