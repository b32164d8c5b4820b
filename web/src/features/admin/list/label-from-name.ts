/** 'razorpayOrderId' → 'Razorpay order id', 'product.updated' → 'Product updated' */
export function labelFromName(name: string): string {
  const words = name
    .replaceAll(/[._-]+/g, ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
