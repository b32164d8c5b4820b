const methods: Record<string, string> = {
  upi: 'UPI',
  emi: 'EMI',
  cardless_emi: 'Cardless EMI',
  netbanking: 'Net banking',
  paylater: 'Pay later',
};

/** The provider's word for a method, as people write it. */
export const methodLabel = (method: string): string =>
  methods[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
