const methods: Record<string, string> = {
  upi: 'UPI',
  emi: 'EMI',
  cardless_emi: 'Cardless EMI',
  netbanking: 'Net banking',
  paylater: 'Pay later',
};

/** The name of a payment method for people. */
export const methodLabel = (method: string): string =>
  methods[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
