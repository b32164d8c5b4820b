/** The label of the chosen type is the subject of the enquiry (spec point 17). */
export const contactTypes = {
  general: 'General Inquiry',
  technical: 'Technical Support',
  billing: 'Billing Question',
  product: 'Product Question',
  other: 'Other',
} as const;
export type ContactType = keyof typeof contactTypes;

export const bugReportTypes = {
  bug: 'Bug Report',
  suggestion: 'Feature Suggestion',
  'ui-issue': 'UI/UX Issue',
  content: 'Content Error',
  other: 'Other',
} as const;
export type BugReportType = keyof typeof bugReportTypes;
