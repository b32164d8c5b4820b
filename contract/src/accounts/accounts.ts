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

/** What an administrator may do: everything, or some rooms of the shop. */
export const grants = z.array(z.enum([OWNER, ...permissions]));

export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  mobile: z.string().nullable(),
  role,
  active: z.boolean(),
  createdAt: isoDate,
  /** Of administrators only. */
  permissions: grants.optional(),
});
export type User = z.infer<typeof user>;

const required = (message: string) =>
  z.string({ error: message }).overwrite(spelled).trim().min(1, { error: message, abort: true });

/**
 * Line breaks and other control characters would travel into mail headers and exports; what turns the direction of a text
 * would turn whatever is written behind it in a list.
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

/** People write numbers with spaces and dashes, and with the country's or the trunk's prefix: forms keep 10 digits of them. */
const nationalNumber = (value: string) => value.replace(/[\s().-]+/g, '').replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '');

export const typedMobileNumber = required(text.mobileRequired).transform(nationalNumber).pipe(tenDigits);

export const emailAddress = required(text.emailRequired)
  .max(254, text.emailInvalid)
  .pipe(z.email({ error: text.emailInvalid }));

/** Taken as it is typed: what is cut off at its ends would be missing where else it is typed. */
const typedPassword = (message: string) =>
  z.string({ error: message }).refine((value) => value.trim() !== '', { error: message, abort: true });

/** A password that somebody chooses; the first rule it breaks is the one that is told. */
export const newPassword = typedPassword(text.passwordRequired)
  .max(PASSWORD.max, { error: text.passwordLong, abort: true })
  .superRefine((value, context) => {
    const broken = passwordRequirements.find(({ pattern }) => !pattern.test(value));
    if (broken) context.addIssue({ code: 'custom', message: broken.message });
  });

/** A password that somebody presents: only bounded, so that rules may change without locking people out. */
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
/** Whoever took over a session must not be able to close the account with it. */
export const accountDeletion = z.object({ password: presentedPassword });

const userReply = z.object({ user });
/** With a second factor the password is half of it: no user yet, and no session. */
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
    // Left out altogether, it lacks a password like an empty one.
    body: z.preprocess((body) => body ?? {}, accountDeletion),
    reply: messageReply,
  }),
} as const;
