import { urls } from '../../../lib/urls.ts';
import { loadCustomers } from '../admin.requests.ts';
import { PeopleScreen } from './people-screen.tsx';

export const Component = () => (
  <PeopleScreen
    title="Customers"
    load={loadCustomers}
    listOf={(admin) => admin.customers}
    linkOf={({ _id }) => ({ to: urls.adminCustomer(_id) })}
  />
);
