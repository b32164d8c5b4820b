import { passwordRequirements } from '@shop/contract/password';

/** Words that guessing begins with, whatever is put behind them. */
const FIRST_GUESSES = new Set(
  `password passwort admin administrator root superuser welcome letmein changeme secret default login guest test
  qwerty qwertyuiop asdfgh asdfghjkl zxcvbnm qazwsx abc abcd abcdef iloveyou monkey dragon sunshine princess football
  cricket india master superman batman shadow google company shop marketplace summer winter spring monday`.split(/\s+/),
);

const LETTERS_MEANT: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** To whoever guesses, `P@ssw0rd123!` is the word `password`. */
const wordIn = (password: string) =>
  password
    .toLowerCase()
    .replace(/[^a-z]+$/, '')
    .replace(/[@4310$5!]/g, (sign) => LETTERS_MEANT[sign] ?? sign);

/** Why a password must not guard the shop. */
export const weaknessOf = (password: string): string | undefined =>
  passwordRequirements.find(({ pattern }) => !pattern.test(password))?.message ??
  (FIRST_GUESSES.has(wordIn(password)) ? 'is among the first that anybody tries; choose another' : undefined);

type Environment = {
  [variable in 'VAULT_KEYS' | 'PUBLIC_URL' | 'SMTP_URL' | 'MAIL' | 'RAZORPAY_KEY_ID' | 'PAYMENT_PROVIDER']?:
    | string
    | undefined;
} & { SEED_DEMO?: boolean | undefined };

const hasLiveKeys = ({ PAYMENT_PROVIDER, RAZORPAY_KEY_ID }: Environment) =>
  PAYMENT_PROVIDER !== 'sandbox' && RAZORPAY_KEY_ID !== undefined && !RAZORPAY_KEY_ID.startsWith('rzp_test_');

/** What a shop that real customers come to cannot be without, each by its variable. */
export function productionComplaints(env: Environment): [variable: string, message: string][] {
  const complaints: [boolean, string, string][] = [
    [
      !env.PAYMENT_PROVIDER && !env.RAZORPAY_KEY_ID,
      'PAYMENT_PROVIDER',
      'set the three RAZORPAY_ keys, or ask for test payments by name with PAYMENT_PROVIDER=sandbox',
    ],
    [!env.VAULT_KEYS, 'VAULT_KEYS', 'codes are encrypted with these keys; production must configure them'],
    [!env.PUBLIC_URL, 'PUBLIC_URL', 'links in mails and the origin check need the public address'],
    [
      !env.SMTP_URL && env.MAIL === undefined,
      'SMTP_URL',
      'mails carry codes and must reach their buyers: set it, or ask for files by name with MAIL=files',
    ],
    [
      env.SEED_DEMO === true && hasLiveKeys(env),
      'SEED_DEMO',
      "the demo's codes are worth nothing, and these payment keys take real money for them",
    ],
  ];
  return complaints.flatMap(([isMissing, variable, message]) => (isMissing ? [[variable, message]] : []));
}

type Choices = { isProduction: boolean; paymentProvider: string; mail: string };

/** What an operator may have asked for by name and should still be told, loudly, at each start. */
export function warningsOf({ isProduction, paymentProvider, mail }: Choices): string[] {
  if (!isProduction) return [];
  return [
    ...(paymentProvider === 'sandbox'
      ? ['PAYMENT_PROVIDER=sandbox: whoever types a published test card gets a real code, and no money is paid for it.']
      : []),
    ...(mail === 'files'
      ? ['MAIL=files: no mail is sent; codes and reset links lie readable in files for seven days.']
      : []),
  ];
}
