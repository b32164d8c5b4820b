import { passwordRequirements } from '@shop/contract/accounts/password';
import { isCommon } from './features/accounts/passwords/password-choice.rules.ts';

/** Common passwords that customers may use, but admins may not. */
const TRIAL_WORDS = new Set('test guest user demo secret shop store summer winter spring'.split(' '));

/** The reason why a password is too weak for an admin. */
export const weaknessOf = (password: string): string | undefined =>
  passwordRequirements.find(({ pattern }) => !pattern.test(password))?.message ??
  (isCommon(password, TRIAL_WORDS) ? 'is among the first that anybody tries; choose another' : undefined);

const hasDuplicates = (values: readonly string[]) => new Set(values).size < values.length;

/** Two keys with one name cannot be told apart, and a key with two names gives each code two fingerprints. */
function findKeyRingMistake(ring: string): string | undefined {
  const keys = ring.split(',').map((entry) => entry.split(':'));
  if (hasDuplicates(keys.map(([name = '']) => name)))
    return 'two keys have one name; name the new one (the first) with a name that was never used';
  // Compares bytes, because the same key has several base64 spellings.
  if (hasDuplicates(keys.map(([, key = '']) => Buffer.from(key, 'base64').toString('hex'))))
    return 'one key has two names; leave out the name that is newer, and put a new key in front to rotate';
  return undefined;
}

type Text = string | undefined;
type Environment = {
  NODE_ENV: string;
  DATABASE_URL?: Text;
  DATABASE_DIRECT_URL?: Text;
  PUBLIC_URL?: Text;
  IMAGES_PUBLIC_URL?: Text;
  VAULT_KEYS?: Text;
  ADMIN_PASSWORD?: Text;
  SEED_DEMO?: boolean | undefined;
  SMTP_URL?: Text;
  MAIL_TRANSPORT?: Text;
  PAYMENT_PROVIDER?: Text;
  RAZORPAY_KEY_ID?: Text;
  RAZORPAY_KEY_SECRET?: Text;
  RAZORPAY_WEBHOOK_SECRET?: Text;
  S3_ENDPOINT?: Text;
  S3_REGION?: Text;
  S3_BUCKET?: Text;
  S3_CREDENTIALS?: Text;
  S3_ACCESS_KEY_ID?: Text;
  S3_SECRET_ACCESS_KEY?: Text;
};

type Problem = [variable: string, message: string];

/** Lists conflicts between variables that are valid by themselves. */
export function findConfigProblems(env: Environment): Problem[] {
  const razorpay = [env.RAZORPAY_KEY_ID, env.RAZORPAY_KEY_SECRET, env.RAZORPAY_WEBHOOK_SECRET];
  const provider = env.PAYMENT_PROVIDER ?? (razorpay.some(Boolean) ? 'razorpay' : undefined);
  const weakness = env.ADMIN_PASSWORD === undefined ? undefined : weaknessOf(env.ADMIN_PASSWORD);
  const mistake = env.VAULT_KEYS === undefined ? undefined : findKeyRingMistake(env.VAULT_KEYS);
  return [
    ...problemIf(mistake, 'VAULT_KEYS', mistake ?? ''),
    ...problemIf(
      provider === 'razorpay' && !razorpay.every(Boolean),
      'RAZORPAY_KEY_ID',
      'live payments need RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET',
    ),
    ...problemIf(
      env.PUBLIC_URL?.startsWith('https:') && /^http:/i.test(env.IMAGES_PUBLIC_URL ?? ''),
      'IMAGES_PUBLIC_URL',
      'must be https like PUBLIC_URL: browsers show nothing else in a secure page',
    ),
    ...(env.S3_BUCKET ? storeProblems(env) : []),
    ...problemIf(
      !env.S3_BUCKET && (env.S3_ENDPOINT || env.S3_ACCESS_KEY_ID || env.S3_CREDENTIALS === 'platform'),
      'S3_BUCKET',
      'is missing beside what else is said of the store: images would stay on the disk of each process',
    ),
    ...problemIf(
      env.DATABASE_DIRECT_URL && !env.DATABASE_URL,
      'DATABASE_URL',
      'is missing beside DATABASE_DIRECT_URL, which leads to the same database past its pooler',
    ),
    ...problemIf(env.MAIL_TRANSPORT === 'smtp' && !env.SMTP_URL, 'SMTP_URL', 'MAIL_TRANSPORT=smtp needs it'),
    ...problemIf(weakness, 'ADMIN_PASSWORD', weakness ?? ''),
    ...(env.NODE_ENV === 'production' ? productionProblems(env, provider) : []),
  ];
}

const problemIf = (isWrong: unknown, ...complaint: Problem): Problem[] => (isWrong ? [complaint] : []);

/** Without an endpoint, or with credentials of the platform, the store is Amazon's and needs a region. */
const storeProblems = (env: Environment): Problem[] => {
  const isLent = env.S3_CREDENTIALS === 'platform';
  const hasNoRegion = env.S3_REGION === 'auto';
  return [
    ...problemIf(
      !env.S3_ENDPOINT && hasNoRegion,
      'S3_BUCKET',
      "needs S3_ENDPOINT, or S3_REGION for Amazon's own store",
    ),
    ...problemIf(
      !isLent && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY),
      'S3_ACCESS_KEY_ID',
      "set it and S3_SECRET_ACCESS_KEY, or ask for the platform's with S3_CREDENTIALS=platform",
    ),
    ...problemIf(isLent && hasNoRegion, 'S3_REGION', 'S3_CREDENTIALS=platform needs it'),
  ];
};

/** The variables that production requires. */
const productionProblems = (env: Environment, provider: Text): Problem[] => [
  ...problemIf(
    !provider,
    'PAYMENT_PROVIDER',
    'set the three RAZORPAY_ keys, or ask for test payments by name with PAYMENT_PROVIDER=sandbox',
  ),
  ...problemIf(!env.VAULT_KEYS, 'VAULT_KEYS', 'codes are encrypted with these keys; production must configure them'),
  ...problemIf(!env.PUBLIC_URL, 'PUBLIC_URL', 'links in mails and the origin check need the public address'),
  ...problemIf(
    !env.SMTP_URL && !env.MAIL_TRANSPORT,
    'SMTP_URL',
    'mails carry codes and must reach their buyers: set it, or ask for files by name with MAIL_TRANSPORT=files',
  ),
  ...problemIf(
    env.SEED_DEMO && provider === 'razorpay' && !env.RAZORPAY_KEY_ID?.startsWith('rzp_test_'),
    'SEED_DEMO',
    "the demo's codes are worth nothing, and these payment keys take real money for them",
  ),
];

/** The default address. Nobody reads mails to it. */
export const SUPPORT_PLACEHOLDER = 'support@digitalgoodsmarketplace.example';

type Choices = { isProduction: boolean; paymentProvider: string; mail: string; SUPPORT_EMAIL: string };

/** Warnings at each start about risky settings that the operator chose. */
export function warningsOf({ isProduction, paymentProvider, mail, SUPPORT_EMAIL }: Choices): string[] {
  if (!isProduction) return [];
  return [
    ...(paymentProvider === 'sandbox'
      ? ['PAYMENT_PROVIDER=sandbox: anybody can get real codes with a published test card, without paying.']
      : []),
    ...(mail === 'files'
      ? ['MAIL_TRANSPORT=files: no mail is sent; codes and reset links lie readable in files for seven days.']
      : []),
    ...(SUPPORT_EMAIL === SUPPORT_PLACEHOLDER
      ? [`SUPPORT_EMAIL is not set: customers are sent to ${SUPPORT_PLACEHOLDER}, which nobody reads.`]
      : []),
  ];
}
