import { z } from 'zod';
import { calls } from '../calls/calls.ts';
import { endpoint } from '../calls/endpoint.ts';
import { dataOf, isoDate, messageReply } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { presentedPassword, userAndMessage } from './accounts.ts';
import { assertion } from './passkeys.ts';

const CODE_MAX = 40;

const DEVANAGARI_ZERO = '०'.charCodeAt(0);
/** The digits of Indian and Japanese keyboards as the ones that apps show. */
const asPlainDigits = (value: string) =>
  value.normalize('NFKC').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));

/** From an app (six digits) or from the list of recovery codes; people type both with spaces. */
export const oneTimeCode = z
  .string({ error: text.oneTimeCodeRequired })
  .max(CODE_MAX, text.oneTimeCodeWrong)
  .transform((value) => asPlainDigits(value).replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, text.oneTimeCodeRequired));

export const codeInput = z.object({ code: oneTimeCode });
export const twoFactorEnd = z.object({ password: presentedPassword, code: oneTimeCode });
export const reauthentication = z
  .object({ password: presentedPassword.optional(), code: oneTimeCode.optional(), passkey: assertion.optional() })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ['password'],
    message: text.proofRequired,
  });
export type Reauthentication = z.output<typeof reauthentication>;

export const twoFactorState = z.object({ isOn: z.boolean(), since: isoDate.nullable(), recoveryCodesLeft: z.number() });
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** Signing in with more than a password, and proving again who one is. */
export const factorEndpoints = {
  finishSignIn: endpoint(calls.finishSignIn, {
    summary: 'The second step of signing in: a code of the app, or a recovery code; each works once',
    body: codeInput,
    reply: userAndMessage,
  }),
  showTwoFactor: endpoint(calls.showTwoFactor, {
    summary: 'Whether two-factor sign-in is on',
    reply: dataOf(twoFactorState),
  }),
  startTwoFactor: endpoint(calls.startTwoFactor, {
    summary: 'A new secret for an authenticator app; counts once it is confirmed',
    needsProof: true,
    reply: dataOf(z.object({ secret: z.string(), otpauthUrl: z.string() })),
  }),
  confirmTwoFactor: endpoint(calls.confirmTwoFactor, {
    summary: 'Turn two-factor sign-in on with a first code; answers the recovery codes, once',
    needsProof: true,
    body: codeInput,
    reply: dataOf(z.object({ recoveryCodes: z.array(z.string()) })).extend({ message: z.string() }),
  }),
  endTwoFactor: endpoint(calls.endTwoFactor, {
    summary: 'Turn two-factor sign-in off',
    body: twoFactorEnd,
    reply: messageReply,
  }),
  prove: endpoint(calls.prove, {
    summary: 'Prove again who is at the keyboard, by password, code or passkey; holds for ten minutes',
    body: reauthentication,
    reply: messageReply,
  }),
} as const;
