import { useParams } from 'react-router';
import { formatDay } from '../../../lib/format/dates.ts';
import { useSettings } from '../../../lib/state/settings.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import { EmailText } from '../../../ui/text/email-text.tsx';
import { loadCustomer } from '../admin.requests.ts';
import { FactList } from '../list/fact-list.tsx';
import { useItem } from '../list/use-item.ts';
import { OrderHistory } from './order-history.tsx';

const backToCustomers = (
  <LinkButton to={urls.adminCustomers} variant="secondary">
    Back to Customers
  </LinkButton>
);

export function Component() {
  const { id = '' } = useParams();
  const { avatarUrlTemplate } = useSettings();
  const { data, error } = useItem(loadCustomer, (admin) => admin.customer, id);
  if (error)
    return (
      <>
        <title>Customer | Back office</title>
        <EmptyState heading="h1" title="Error loading customer details" hint={error} action={backToCustomers} />
      </>
    );
  if (!data) return <LoadingScreen label="Loading Customer Details" />;
  const { customer, orders } = data;
  return (
    <>
      <title>{`${customer.name} | Back office`}</title>
      <div className="mb-4">{backToCustomers}</div>
      <section className="mb-8 rounded-card border border-line bg-surface p-6">
        <div className="mb-6 flex flex-wrap items-center gap-4">
          <Avatar
            size="lg"
            name={customer.name}
            src={avatarUrlTemplate.replace('{name}', encodeURIComponent(customer.name))}
          />
          <div className="min-w-0">
            <h1 className="text-27 font-bold">{customer.name}</h1>
            {customer.email && (
              <a href={`mailto:${customer.email}`} className="text-brand underline wrap-anywhere">
                <EmailText address={customer.email} />
              </a>
            )}
          </div>
          {customer.active ? (
            <Badge tone="success">Active Customer</Badge>
          ) : (
            <Badge tone="neutral">
              {customer.closedAt ? `Account closed on ${formatDay(customer.closedAt)}` : 'Inactive Customer'}
            </Badge>
          )}
        </div>
        <FactList
          facts={[
            { label: 'Customer ID', value: customer._id },
            { label: 'Mobile', value: customer.mobile ?? 'Not provided' },
            { label: 'Member Since', value: formatDay(customer.createdAt) },
            { label: 'Total Orders', value: customer.totalOrders },
          ]}
        />
      </section>
      <OrderHistory orders={orders} total={customer.totalOrders} />
    </>
  );
}
