import { reauthentication } from '../../../lib/reauthentication.ts';

/** Imported by the pages whose calls may need a fresh proof, so that other pages do not load the dialog. */
reauthentication.ask = async () => (await import('./reauthenticate.tsx')).reauthenticate();
