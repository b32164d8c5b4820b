import { type ReactNode, StrictMode } from 'react';
import { Provider } from 'react-redux';
import { SettingsContext } from '../lib/settings.ts';
import { type BootData, Document } from './document.tsx';
import type { Store } from './store.ts';

/** The same tree on the server and in the browser, around whichever router each of them has. */
export const ShopApp = ({ boot, store, router }: { boot: BootData; store: Store; router: ReactNode }) => (
  <StrictMode>
    <SettingsContext value={boot.settings}>
      <Provider store={store}>
        <Document boot={boot}>{router}</Document>
      </Provider>
    </SettingsContext>
  </StrictMode>
);
