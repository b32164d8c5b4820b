import { Command } from 'cmdk';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { controlStyle } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { adminSections } from './admin-navigation.ts';

const searches = [
  { label: 'products', to: (text: string) => `${urls.adminProducts}?q=${text}` },
  { label: 'batches', to: (text: string) => `${urls.adminBatches}?q=${text}` },
  { label: 'orders', to: (text: string) => `${urls.adminOrders}?q=${text}` },
  { label: 'customers', to: (text: string) => `${urls.adminCustomers}?search=${text}` },
  { label: 'users', to: (text: string) => `${urls.adminUsers}?search=${text}` },
  { label: 'feedbacks', to: (text: string) => `${urls.adminFeedbacks}?q=${text}` },
];

/** Every screen and search of the back office, found by typing. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const text = typed.trim();

  function goTo(address: string) {
    onClose();
    navigate(address);
  }
  const item = (address: string, icon: ReactNode, label: string, isAlways = false) => (
    <Command.Item
      key={address}
      value={label}
      forceMount={isAlways}
      onSelect={() => goTo(address)}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 aria-selected:bg-brand-soft aria-selected:text-brand"
    >
      {icon}
      {label}
    </Command.Item>
  );

  return (
    <Modal isOpen onClose={onClose} title="Jump to" size="md">
      <Command label="Jump to" loop>
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder="Type a screen or what to look for"
          className={controlStyle}
        />
        <Command.List className="mt-3">
          {!text && <Command.Empty className="p-3 text-muted">Nothing found</Command.Empty>}
          {adminSections.map(({ to, label, Icon }) => item(to, <Icon aria-hidden="true" size={18} />, label))}
          {item(urls.adminNewProduct, <Plus aria-hidden="true" size={18} />, 'Add New Product')}
          {text &&
            searches.map(({ label, to }) =>
              item(
                to(encodeURIComponent(text)),
                <Search aria-hidden="true" size={18} />,
                `Search ${label} for “${text}”`,
                true,
              ),
            )}
        </Command.List>
      </Command>
    </Modal>
  );
}
