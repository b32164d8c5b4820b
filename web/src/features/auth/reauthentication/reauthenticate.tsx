import { createRoot } from 'react-dom/client';
import { makeApi } from '../../../lib/api.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

// Without `sendInSession`: the reauthentication call itself must not open this dialog.
const api = makeApi((path, init) => fetch(path, init));

let asking: Promise<boolean> | undefined;

/** Opens the reauthentication dialog. Simultaneous calls share one dialog. */
export function reauthenticate(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

function ask(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((resolve) => {
    root.render(<ReauthenticationDialog api={api} onEnd={resolve} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}
