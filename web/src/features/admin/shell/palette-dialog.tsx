import { isGranted } from '@shop/contract/permissions';
import { Command } from 'cmdk';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { controlStyle } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { authSlice } from '../../auth/auth.slice.ts';
import { sectionsFor } from './admin-navigation.ts';

const searches = [
  { label: 'products', section: urls.adminProducts, parameter: 'q' },
  { label: 'batches', section: urls.adminBatches, parameter: 'q' },
  { label: 'orders', section: urls.adminOrders, parameter: 'q' },
  { label: 'customers', section: urls.adminCustomers, parameter: 'search' },
  { label: 'users', section: urls.adminUsers, parameter: 'search' },
  { label: 'feedbacks', section: urls.adminFeedbacks, parameter: 'q' },
];

/** Every screen and search of the back office, found by typing. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { user } = useSelector(authSlice.selectSlice);
  const sections = sectionsFor(user);
  const isOpen = (section: string) => sections.some(({ to }) => to === section);

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
          {sections.map(({ to, label, Icon }) => item(to, <Icon aria-hidden="true" size={18} />, label))}
          {isGranted(user?.permissions, ['catalogue']) &&
            item(urls.adminNewProduct, <Plus aria-hidden="true" size={18} />, 'Add New Product')}
          {text &&
            searches
              .filter(({ section }) => isOpen(section))
              .map(({ label, section, parameter }) =>
                item(
                  `${section}?${parameter}=${encodeURIComponent(text)}`,
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
