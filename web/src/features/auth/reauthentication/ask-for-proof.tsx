import { createRoot } from 'react-dom/client';
import { makeApi } from '../../../lib/api.ts';
import { ProofDialog } from './proof-dialog.tsx';

// Straight to the server: what asks for a proof cannot itself wait for one.
const api = makeApi((path, init) => fetch(path, init));

let asking: Promise<boolean> | undefined;

/** Opens a dialog over whatever is on the page; calls that need a proof at the same time share it. */
export function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

function ask(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((resolve) => {
    root.render(<ProofDialog api={api} onEnd={resolve} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}
