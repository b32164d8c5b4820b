import { formatRupees } from '@shop/contract/money';
import { Command, defaultFilter } from 'cmdk';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { formatDay } from '../../../lib/format/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { controlStyle } from '../../../ui/forms/field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { authSlice } from '../../auth/auth.slice.ts';
import { shortOrderId } from '../orders/order-labels.ts';
import { adminSections, sectionsFor } from './admin-navigation.ts';
import { useIsGranted } from './use-is-granted.ts';
import { useSearchResults } from './use-search-results.ts';

const searches = [
  { label: 'products', section: urls.adminProducts, parameter: 'q' },
  { label: 'batches', section: urls.adminBatches, parameter: 'q' },
  { label: 'orders', section: urls.adminOrders, parameter: 'q' },
  { label: 'customers', section: urls.adminCustomers, parameter: 'search' },
  { label: 'users', section: urls.adminUsers, parameter: 'search' },
  { label: 'feedbacks', section: urls.adminFeedbacks, parameter: 'q' },
];

type Item = { address: string; icon: ReactNode; label: string; hint?: string };

const scoreOf = (label: string, text: string) => (text ? defaultFilter(label, text) : 1);

/** The icon of the section that the URL belongs to. */
function SectionIcon({ address }: { address: string }) {
  const Icon = adminSections.find(({ to }) => address.startsWith(to))?.Icon ?? Search;
  return <Icon aria-hidden="true" size={18} className="shrink-0" />;
}

export type PaletteDialogProps = { typedAhead: () => string; onClose: () => void };

/** Finds admin screens, products, orders and customers by text. */
export function PaletteDialog({ typedAhead, onClose }: PaletteDialogProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(typedAhead);
  const text = typed.trim();
  const { user } = useSelector(authSlice.selectSlice);
  const canEdit = useIsGranted('catalogue');
  const sections = sectionsFor(user);
  const canOpen = (section: string) => sections.some(({ to }) => to === section);
  const { products, orders, customers, isSearching } = useSearchResults(text);
  const [chosen, setChosen] = useState('');
  // Whether the arrow keys were used after the last typing.
  const hasChosen = useRef(false);

  function trackArrowKeys({ key }: KeyboardEvent) {
    if (key.startsWith('Arrow') || key === 'Home' || key === 'End') hasChosen.current = true;
  }
  function type(text: string) {
    hasChosen.current = false;
    setTyped(text);
  }
  function goTo(address: string) {
    onClose();
    navigate(address);
  }
  const item = ({ address, icon, label, hint }: Item) => (
    <Command.Item
      key={address}
      value={address}
      onSelect={() => goTo(address)}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 aria-selected:bg-brand-soft aria-selected:text-brand"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && <span className="amount max-w-1/2 truncate text-13 text-muted">{hint}</span>}
    </Command.Item>
  );
  const found = [
    ...products.map(({ _id, title, company }) => ({ address: urls.adminProduct(_id), label: title, hint: company })),
    ...orders.map(({ _id, user, amount, createdAt }) => ({
      address: urls.adminOrder(_id),
      label: `${shortOrderId(_id)} ${user.name}`,
      hint: `${formatRupees(amount)}, ${formatDay(createdAt)}`,
    })),
    ...customers.map(({ _id, name, email }) => ({ address: urls.adminCustomer(_id), label: name, hint: email })),
  ];
  const foundItems = found.map((entry) => item({ ...entry, icon: <SectionIcon address={entry.address} /> }));
  const screens = [
    ...sections.map(({ to, label, Icon }) => ({ address: to, icon: <Icon aria-hidden="true" size={18} />, label })),
    ...(canEdit
      ? [{ address: urls.adminNewProduct, icon: <Plus aria-hidden="true" size={18} />, label: 'Add New Product' }]
      : []),
  ];
  const screenItems = screens
    .filter(({ label }) => scoreOf(label, text) > 0)
    .toSorted((a, b) => scoreOf(b.label, text) - scoreOf(a.label, text))
    .map(item);
  const isScreen = adminSections.some(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));
  const firstFound = isScreen ? undefined : found[0]?.address;
  // Results arrive after the search links. The first result is selected, unless the admin has chosen an item.
  useEffect(() => {
    if (firstFound && !hasChosen.current) setChosen(firstFound);
  }, [firstFound]);

  return (
    <Modal isOpen onClose={onClose} title="Jump to" size="md">
      {/* No filter by the library: it would sort the results below the search links. */}
      <Command label="Jump to" loop shouldFilter={false} value={chosen} onValueChange={setChosen}>
        <Command.Input
          value={typed}
          onValueChange={type}
          onKeyDown={trackArrowKeys}
          placeholder="A screen, a product, an order or a customer"
          className={controlStyle}
        />
        <p role="status" className="sr-only">
          {text && !isSearching && `${found.length} found`}
        </p>
        <Command.List className="mt-3">
          <Command.Empty className="p-3 text-muted">Nothing found</Command.Empty>
          {isScreen ? [...screenItems, ...foundItems] : [...foundItems, ...screenItems]}
          {text &&
            searches
              .filter(({ section }) => canOpen(section))
              .map(({ label, section, parameter }) =>
                item({
                  address: `${section}?${parameter}=${encodeURIComponent(text)}`,
                  icon: <Search aria-hidden="true" size={18} />,
                  label: `Search ${label} for “${text}”`,
                }),
              )}
        </Command.List>
      </Command>
    </Modal>
  );
}
