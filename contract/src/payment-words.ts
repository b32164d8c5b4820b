const methods: Record<string, string> = { card: 'Card', upi: 'UPI', free: 'Free', manual: 'Manual' };

/** The provider's word for a method, as people write it. */
export const methodLabel = (method: string): string =>
  methods[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
