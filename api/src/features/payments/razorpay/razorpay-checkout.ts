import type { ContentSources } from '../../../platform/http/security/security-headers.ts';

/** Razorpay's origins: for calls of the shop, for the browser's script and for the connections of that script. */
export const RAZORPAY_API = 'https://api.razorpay.com';
export const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
export const RAZORPAY_SOURCES: ContentSources = {
  script: 'https://checkout.razorpay.com https://cdn.razorpay.com',
  connect:
    'https://api.razorpay.com https://checkout.razorpay.com https://lumberjack.razorpay.com https://lumberjack-cx.razorpay.com',
  frame: 'https://api.razorpay.com https://checkout.razorpay.com',
};
