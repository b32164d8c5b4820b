import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { keptSecret } from '../../platform/data-dir-secrets.ts';
import type { PaymentProvider, PaymentProviders } from './payment-provider.ts';
import { RAZORPAY_API, RAZORPAY_CHECKOUT, RAZORPAY_SOURCES } from './razorpay/razorpay-checkout.ts';
import { createRazorpayClient } from './razorpay/razorpay-client.ts';

export type PaymentKeys = { keyId: string; keySecret: string; webhookSecret: string };

export const SANDBOX_PREFIX = '/sandbox/razorpay';

/** The configured keys; the sandbox makes its own once and keeps them under the data folder. */
export async function readPaymentKeys(config: Config): Promise<PaymentKeys> {
  const kept = (name: string) => keptSecret(config.DATA_DIR, name, () => randomBytes(24).toString('base64url'));
  return {
    keyId: config.RAZORPAY_KEY_ID ?? 'rzp_test_sandbox',
    keySecret: config.RAZORPAY_KEY_SECRET ?? (await kept('sandbox-key-secret')),
    webhookSecret: config.RAZORPAY_WEBHOOK_SECRET ?? (await kept('sandbox-webhook-secret')),
  };
}

/** `ownOrigin` is where this shop answers, which for the sandbox inside it is known only once it listens. */
export function openProviders(config: Config, keys: PaymentKeys, ownOrigin: () => string): PaymentProviders {
  const razorpay = openRazorpay(config, keys, ownOrigin);
  const known: readonly PaymentProvider[] = [razorpay];
  return {
    current: razorpay,
    named(name) {
      const provider = known.find((candidate) => candidate.name === name);
      if (!provider) throw new Error(`there is no payment provider '${name}'`);
      return provider;
    },
  };
}

function openRazorpay(config: Config, keys: PaymentKeys, ownOrigin: () => string): PaymentProvider {
  if (config.paymentProvider === 'razorpay')
    return createRazorpayClient({
      ...keys,
      checkoutUrl: RAZORPAY_CHECKOUT,
      checkoutSources: RAZORPAY_SOURCES,
      baseUrl: () => RAZORPAY_API,
    });
  const external = config.SANDBOX_URL;
  return createRazorpayClient({
    ...keys,
    checkoutUrl: `${external ?? SANDBOX_PREFIX}/v1/checkout.js`,
    checkoutSources: null,
    baseUrl: () => external ?? `${ownOrigin()}${SANDBOX_PREFIX}`,
  });
}
