import { z } from 'zod';
import { calls } from '../calls/calls.ts';
import { endpoint } from '../calls/endpoint.ts';
import { id, isoDate, messageReply } from '../common.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { MOBILE_DIGITS, NAME, PASSWORD } from '../limits/limits.ts';
import { spelled } from '../spelling.ts';
import { passwordRequirements } from './password.ts';
import { OWNER, permissions } from './permissions.ts';
import { roles } from './roles.ts';

export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** The permissions of an admin: `owner` for all, or a list. */
export const grants = z.array(z.enum([OWNER, ...permissions]));

export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  role,
  active: z.boolean(),
  createdAt: isoDate,
  /** Only for admins. */
  permissions: grants.optional(),
});
export type User = z.infer<typeof user>;

const required = (message: string) =>
  z.string({ error: message }).overwrite(spelled).trim().min(1, { error: message, abort: true });

/**
 * Removes control characters, which could inject mail headers and break exports, and text direction marks, which could
 * reverse the text that follows in a list.
 */
export const oneLine = (value: string) =>
  value
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

export const personName = required(text.nameRequired)
  .transform(oneLine)
  .pipe(z.string().min(NAME.min, text.nameShort).max(NAME.max, text.nameLong));

const tenDigits = z.string().regex(new RegExp(`^[0-9]{${MOBILE_DIGITS}}$`), text.mobileInvalid);

export const mobileNumber = required(text.mobileRequired).pipe(tenDigits);

/** Removes spaces, dashes and the prefixes +91, 0091, 91 and 0, which people type in forms. */
const nationalNumber = (value: string) => value.replace(/[\s().-]+/g, '').replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '');

export const typedMobileNumber = required(text.mobileRequired).transform(nationalNumber).pipe(tenDigits);

export const emailAddress = required(text.emailRequired)
  .max(254, text.emailInvalid)
  .pipe(z.email({ error: text.emailInvalid }));

/** Not trimmed, because a password must match exactly what the user typed. */
const typedPassword = (message: string) =>
  z.string({ error: message }).refine((value) => value.trim() !== '', { error: message, abort: true });

/** A password that a user chooses. The error names the first broken rule. */
export const newPassword = typedPassword(text.passwordRequired)
  .max(PASSWORD.max, { error: text.passwordLong, abort: true })
  .superRefine((value, context) => {
    const broken = passwordRequirements.find(({ pattern }) => !pattern.test(value));
    if (broken) context.addIssue({ code: 'custom', message: broken.message });
  });

/** An existing password. Only its length is limited, so that new password rules do not lock users out. */
export const presentedPassword = typedPassword(text.passwordRequired).max(PASSWORD.max, text.passwordLong);

export const registration = z.object({
  name: personName,
  mobile: mobileNumber,
  email: emailAddress,
  password: newPassword,
});
export const credentials = z.object({ email: emailAddress, password: presentedPassword });
export const profileChange = z.object({
  name: required(text.nameEmpty).pipe(personName),
  mobile: mobileNumber.optional(),
});
export const registrationForm = registration.extend({ mobile: typedMobileNumber });
export const profileForm = profileChange.extend({ mobile: typedMobileNumber.optional() });
export const passwordChange = z
  .object({
    currentPassword: typedPassword(text.allFieldsRequired).max(PASSWORD.max, text.passwordLong),
    newPassword: typedPassword(text.allFieldsRequired).pipe(newPassword),
  })
  .refine((body) => body.currentPassword !== body.newPassword, {
    path: ['newPassword'],
    message: text.passwordUnchanged,
  });
export const forgottenPassword = z.object({ email: emailAddress });
export const passwordReset = z.object({ password: newPassword });
/** The password is required so that a stolen session cannot close the account. */
export const accountDeletion = z.object({ password: presentedPassword });

const userReply = z.object({ user });
/** For a user with two-factor sign-in the reply has `twoFactor` instead of `user`, and no session exists yet. */
const signInReply = z.object({ user: user.optional(), twoFactor: z.literal(true).optional(), message: z.string() });
export const userAndMessage = z.object({ user, message: z.string() });

export const accountEndpoints = {
  register: endpoint(calls.register, {
    summary: 'Create an account and sign in',
    body: registration,
    reply: userAndMessage,
    status: 201,
  }),
  login: endpoint(calls.login, {
    summary: 'Sign in; with two-factor sign-in on, the first of two steps',
    body: credentials,
    reply: signInReply,
  }),
  logout: endpoint(calls.logout, { summary: 'Sign out', reply: messageReply }),
  currentUser: endpoint(calls.currentUser, {
    summary: 'Who is signed in; null for a visitor',
    reply: z.object({ user: user.nullable() }),
  }),
  refreshSession: endpoint(calls.refreshSession, {
    refusesCrossSite: true,
    summary: 'Rotate the session cookie',
    reply: userReply,
  }),
  profile: endpoint(calls.profile, { summary: 'The signed-in user', reply: userReply }),
  updateProfile: endpoint(calls.updateProfile, {
    summary: 'Change name or mobile number',
    body: profileChange,
    reply: userAndMessage,
  }),
  updatePassword: endpoint(calls.updatePassword, {
    summary: 'Change the password; ends every session of the user',
    body: passwordChange,
    reply: messageReply,
  }),
  forgotPassword: endpoint(calls.forgotPassword, {
    summary: 'Mail a reset link; answers the same for unknown accounts',
    body: forgottenPassword,
    reply: messageReply,
  }),
  resetPassword: endpoint(calls.resetPassword, {
    summary: 'Set a new password with a mailed token',
    params: z.object({ token: z.string() }),
    body: passwordReset,
    reply: messageReply,
  }),
  deleteAccount: endpoint(calls.deleteAccount, {
    summary: 'Close the account',
    // A missing body gets the same error as a body without password.
    body: z.preprocess((body) => body ?? {}, accountDeletion),
    reply: messageReply,
  }),
} as const;
