import type { CSSProperties } from 'react';

const PIECES = 20;
const pieces = Array.from({ length: PIECES }, (_, piece) => piece);

/** Decoration: hidden from screen readers and with reduced motion. Fills its positioned parent. */
export function Confetti() {
  return (
    <div aria-hidden="true" className="confetti">
      {pieces.map((piece) => (
        <i key={piece} style={pieceStyle(piece)} />
      ))}
    </div>
  );
}

// Computed instead of random, so that server and browser render the same pieces.
function pieceStyle(index: number): CSSProperties {
  const scatter = (index * 37) % PIECES;
  return {
    '--left': `${(index * 100) / PIECES + 2}%`,
    '--fall': `${2200 + scatter * 60}ms`,
    '--delay': `${((index * 7) % PIECES) * 45}ms`,
    '--spin': `${(scatter - 10) * 72}deg`,
  } as CSSProperties;
}
