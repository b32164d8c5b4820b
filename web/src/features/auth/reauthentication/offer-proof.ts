import { proofDialog } from '../../../lib/fresh-proof.ts';

/** Imported by the pages whose calls may need a fresh proof, so that other pages do not load the dialog. */
proofDialog.ask = async () => (await import('./ask-for-proof.tsx')).askForProof();
