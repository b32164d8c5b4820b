import { proofDialog } from '../../../lib/fresh-proof.ts';

/** Loaded with the pages whose calls may need a proof: a shopper's first page knows of no dialog. */
proofDialog.ask = async () => (await import('./ask-for-proof.tsx')).askForProof();
