import { createContext, useContext } from 'react';

/** What the operator configured and a page needs to know; the server writes it into the document. */
export type Settings = {
  developmentNotice: boolean;
  avatarUrlTemplate: string;
  supportEmail: string;
  /** The shop's own address without a path, for links that leave it: canonical, Open Graph, sharing. */
  origin: string;
  /** The explicit choice of the visitor; null follows the system. */
  theme: 'light' | 'dark' | null;
  /** When the page was rendered: server and browser must agree on what "now" is while hydrating. */
  renderedAt: string;
  /** Whether the payment provider's window may open in this document. */
  canPay: boolean;
};

export const SettingsContext = createContext<Settings | null>(null);

export function useSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('useSettings outside of the document');
  return settings;
}
