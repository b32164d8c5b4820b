import { randomBytes } from 'node:crypto';
import type { Config } from '../../../config.ts';
import { type AlarmDeps, raiseAlarm } from '../../../platform/alarm.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readSecret } from '../../../platform/files/data-dir-secrets.ts';
import type { Database } from '../../../tables.ts';
import { RAZORPAY_API, RAZORPAY_CHECKOUT, RAZORPAY_SOURCES } from '../razorpay/razorpay-checkout.ts';
import { createRazorpayClient, type RazorpaySettings } from '../razorpay/razorpay-client.ts';
import { type CallPriority, createCircuitBreaker } from './circuit-breaker.ts';
import type { PaymentProvider, PaymentProviders } from './payment-provider.ts';
import { storeSecret } from './sandbox-secrets.queries.ts';

export type PaymentKeys = { keyId: string; keySecret: string; webhookSecret: string };

export const SANDBOX_PREFIX = '/sandbox/razorpay';

/**
 * The configured keys, or those of the sandbox, which all processes share through the database. A key from the data folder
 * of an earlier version stays valid, because signed events may still be on their way.
 */
export async function readPaymentKeys(config: Config, db: Database): Promise<PaymentKeys> {
  const stored = async (name: string) => {
    const proposal = await readSecret(config.DATA_DIR, name).catch(() => randomBytes(24).toString('base64url'));
    return storeSecret(db, name, proposal);
  };
  return {
    keyId: config.RAZORPAY_KEY_ID ?? 'rzp_test_sandbox',
    keySecret: config.RAZORPAY_KEY_SECRET ?? (await stored('sandbox-key-secret')),
    webhookSecret: config.RAZORPAY_WEBHOOK_SECRET ?? (await stored('sandbox-webhook-secret')),
  };
}

type ProviderDeps = AlarmDeps & { clock: Clock };
/** `forBuyers`: their calls go first after the provider has limited our calls. */
export type OpenProviders = PaymentProviders & { forBuyers: PaymentProviders };

/** `sandboxOrigin` is a function, because the port of the sandbox is known only once the server listens. */
export function openProviders(
  config: Config,
  keys: PaymentKeys,
  sandboxOrigin: () => string,
  deps: ProviderDeps,
): OpenProviders {
  const circuitBreaker = createCircuitBreaker(deps.clock);
  const onUnreadable = (facts: object) => raiseAlarm(deps, facts, 'the payment provider sent what cannot be read');
  const providersFor = (priority: CallPriority) =>
    choiceOf(openRazorpay(config, keys, sandboxOrigin, { circuitBreaker, priority, onUnreadable }));
  return { ...providersFor('background'), forBuyers: providersFor('buyer') };
}

function choiceOf(razorpay: PaymentProvider): PaymentProviders {
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

function openRazorpay(
  config: Config,
  keys: PaymentKeys,
  sandboxOrigin: () => string,
  options: Pick<RazorpaySettings, 'circuitBreaker' | 'priority' | 'onUnreadable'>,
): PaymentProvider {
  if (config.paymentProvider === 'razorpay')
    return createRazorpayClient({
      ...keys,
      ...options,
      checkoutUrl: RAZORPAY_CHECKOUT,
      checkoutSources: RAZORPAY_SOURCES,
      baseUrl: () => RAZORPAY_API,
    });
  const external = config.SANDBOX_URL;
  return createRazorpayClient({
    ...keys,
    ...options,
    checkoutUrl: `${external ?? SANDBOX_PREFIX}/v1/checkout.js`,
    checkoutSources: null,
    baseUrl: () => external ?? `${sandboxOrigin()}${SANDBOX_PREFIX}`,
  });
}
