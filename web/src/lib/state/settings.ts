import { createContext, useContext } from 'react';

/** The part of the configuration that pages need. The server writes it into the document. */
export type Settings = {
  developmentNotice: boolean;
  avatarUrlTemplate: string;
  supportEmail: string;
  /** The shop's address without a path, for absolute links: canonical, Open Graph, sharing. */
  origin: string;
  /** The visitor's choice; null follows the system. */
  theme: 'light' | 'dark' | null;
  /** When the page was rendered. Hydration must use the same time as the server. */
  renderedAt: string;
  /** Whether the content security policy of this document allows the provider's dialog. */
  canPay: boolean;
};

export const SettingsContext = createContext<Settings | null>(null);

export function useSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('useSettings outside of the document');
  return settings;
}
