import { z } from 'zod';
import { calls } from '../calls/calls.ts';
import { endpoint } from '../calls/endpoint.ts';
import { dataOf, id, idParams, isoDate, messageReply } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { PASSKEY_NAME_MAX } from '../limits/limits.ts';
import { spelled } from '../spelling.ts';
import { oneLine, userAndMessage } from './accounts.ts';

/** The browser's WebAuthn answer as JSON (W3C WebAuthn level 3). Bytes are base64url. */
const bytes = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/);
const credential = {
  id: bytes.min(1),
  rawId: bytes.min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});
export type NewCredential = z.output<typeof newCredential>;
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** WebAuthn options for the browser. */
const options = dataOf(z.looseObject({ challenge: z.string() }));

export const passkeyName = z
  .string({ error: text.passkeyNameRequired })
  .overwrite(spelled)
  .transform(oneLine)
  .pipe(z.string().min(1, text.passkeyNameRequired).max(PASSKEY_NAME_MAX, text.passkeyNameLong));

export const passkey = z.object({
  _id: id,
  name: z.string(),
  /** Synchronized by its vendor (Apple, Google…), and so not lost with one device. */
  isBackedUp: z.boolean(),
  createdAt: isoDate,
  lastUsedAt: isoDate.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyEndpoints = {
  listPasskeys: endpoint(calls.listPasskeys, {
    summary: "The signed-in user's passkeys",
    reply: dataOf(z.array(passkey)),
  }),
  startPasskey: endpoint(calls.startPasskey, {
    summary: 'WebAuthn options for creating a passkey',
    needsProof: true,
    reply: options,
  }),
  addPasskey: endpoint(calls.addPasskey, {
    summary: 'Store the public key of a new passkey',
    needsProof: true,
    body: z.object({ name: passkeyName, credential: newCredential }),
    reply: dataOf(passkey).extend({ message: z.string() }),
    status: 201,
  }),
  renamePasskey: endpoint(calls.renamePasskey, {
    summary: 'Rename a passkey',
    params: idParams,
    body: z.object({ name: passkeyName }),
    reply: dataOf(passkey).extend({ message: z.string() }),
  }),
  removePasskey: endpoint(calls.removePasskey, {
    summary: 'Remove a passkey',
    needsProof: true,
    params: idParams,
    reply: messageReply,
  }),
  askForPasskey: endpoint(calls.askForPasskey, {
    summary: 'A challenge for signing in or reauthenticating with a passkey',
    reply: options,
  }),
  signInWithPasskey: endpoint(calls.signInWithPasskey, {
    summary: 'Sign in with a passkey; it is both factors at once',
    body: z.object({ passkey: assertion }),
    reply: userAndMessage,
  }),
} as const;
