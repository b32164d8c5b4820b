import { z } from 'zod';
import { calls } from '../calls/calls.ts';
import { endpoint } from '../calls/endpoint.ts';
import { dataOf, isoDate, messageReply } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { presentedPassword, userAndMessage } from './accounts.ts';
import { assertion } from './passkeys.ts';

const CODE_MAX = 40;

const DEVANAGARI_ZERO = '०'.charCodeAt(0);
/** Converts Devanagari and full-width digits to ASCII digits. */
const asPlainDigits = (value: string) =>
  value.normalize('NFKC').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO));

/** A code of the app (six digits) or a recovery code. Spaces and hyphens are removed. */
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

/** Two-factor sign-in and reauthentication. */
export const factorEndpoints = {
  finishSignIn: endpoint(calls.finishSignIn, {
    summary: 'Second step of sign-in with a code of the app or a recovery code; each works once',
    body: codeInput,
    reply: userAndMessage,
  }),
  showTwoFactor: endpoint(calls.showTwoFactor, {
    summary: 'Whether two-factor sign-in is on',
    reply: dataOf(twoFactorState),
  }),
  startTwoFactor: endpoint(calls.startTwoFactor, {
    summary: 'A new secret for an authenticator app; takes effect after it is confirmed',
    needsProof: true,
    reply: dataOf(z.object({ secret: z.string(), otpauthUrl: z.string() })),
  }),
  confirmTwoFactor: endpoint(calls.confirmTwoFactor, {
    summary: 'Turn two-factor sign-in on with a first code; returns the recovery codes once',
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
    summary: 'Reauthenticate with password, code or passkey; valid for ten minutes',
    body: reauthentication,
    reply: messageReply,
  }),
} as const;
