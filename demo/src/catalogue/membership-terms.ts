/** The steps to redeem a membership in a phone app. */
export const inAppMembership = [
  'Open the app and sign in with your mobile number.',
  'Go to Profile, then Redeem membership.',
  'Enter the code. The membership shows on your profile at once.',
];

export const oneAccountTerms = [
  'One membership per account; it cannot be handed on.',
  'Benefits are set by the company and can change.',
  'The membership ends by itself and is not renewed.',
];
