import { type ComponentProps, type ReactNode, StrictMode } from 'react';
import { Provider } from 'react-redux';
import { SettingsContext } from '../lib/state/settings.ts';
import { Document } from './document.tsx';
import type { Store } from './store.ts';

type ShopAppProps = Omit<ComponentProps<typeof Document>, 'children'> & { store: Store; router: ReactNode };

/** The React tree of server and browser; each passes its own router. */
export const ShopApp = ({ boot, store, router }: ShopAppProps) => (
  <StrictMode>
    <SettingsContext value={boot.settings}>
      <Provider store={store}>
        <Document boot={boot}>{router}</Document>
      </Provider>
    </SettingsContext>
  </StrictMode>
);
