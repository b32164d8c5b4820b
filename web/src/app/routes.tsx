import { Navigate, type RouteObject } from 'react-router';
import { urls } from '../lib/urls.ts';
import type { Start } from './document-head.tsx';
import { BareErrorScreen, ErrorScreen } from './error-screen.tsx';
import { RootLayout } from './root-layout.tsx';

type PageModule = { Component: React.ComponentType; loader?: RouteObject['loader'] };
const pages = import.meta.glob<PageModule>('../**/*.page.tsx');

/**
 * The source file of a page, from which the server finds the chunks to preload, and when the application starts. Pages that
 * are empty without the application, or are mostly a form, start it at once.
 */
export type PageHandle = { source: string; start: Start };

/** A lazy page in its own chunk. `file` is a path below `src`. */
function page(file: `${string}.page.tsx`, start: Start = 'after-paint'): Pick<RouteObject, 'lazy' | 'handle'> {
  const load = pages[`../${file}`];
  if (!load) throw new Error(`There is no page ${file}`);
  const handle: PageHandle = { source: `src/${file}`, start };
  return { lazy: load as RouteObject['lazy'], handle } as Pick<RouteObject, 'lazy' | 'handle'>;
}

/** The pages have their own error boundary, so that the layout survives a broken page. */
export const makeRoutes = (): RouteObject[] => [
  { Component: RootLayout, ErrorBoundary: BareErrorScreen, children: makePages() },
];

const makePages = (): RouteObject[] => [
  {
    ErrorBoundary: ErrorScreen,
    children: [
      { path: urls.home, ...page('features/product/browse/home.page.tsx') },
      { path: urls.product(':id'), ...page('features/product/product-page/product-detail.page.tsx') },
      { path: urls.categories, ...page('features/product/browse/categories.page.tsx') },
      { path: urls.companies, ...page('features/product/browse/companies.page.tsx') },
      { path: urls.stockAlert, ...page('features/product/stock-alerts/stock-alert.page.tsx', 'at-once') },
      { path: urls.about, ...page('pages/about.page.tsx') },
      { path: urls.contact, ...page('pages/contact.page.tsx') },
      { path: urls.privacyPolicy, ...page('pages/privacy-policy.page.tsx') },
      { path: urls.terms, ...page('pages/terms.page.tsx') },
      { path: urls.faq, ...page('pages/faq.page.tsx') },
      { path: urls.unauthorized, ...page('pages/unauthorized.page.tsx') },
      {
        ...page('features/auth/sign-in/guests.page.tsx', 'at-once'),
        children: [
          { path: urls.login, ...page('features/auth/sign-in/login.page.tsx') },
          { path: urls.register, ...page('features/auth/sign-in/register.page.tsx') },
        ],
      },
      { path: urls.forgotPassword, ...page('features/auth/sign-in/forgot-password.page.tsx', 'at-once') },
      { path: urls.resetPassword, ...page('features/auth/sign-in/reset-password.page.tsx', 'at-once') },
      {
        path: urls.account,
        ...page('features/auth/session/signed-in.page.tsx', 'at-once'),
        children: [
          {
            ...page('features/account/account.page.tsx'),
            children: [
              { index: true, element: <Navigate to={urls.profile} replace /> },
              { path: urls.profile, ...page('features/account/profile.page.tsx') },
              { path: urls.myOrders, ...page('features/order/my-orders/my-orders.page.tsx') },
              { path: urls.wishlist, ...page('features/product/wishlist/wishlist.page.tsx') },
            ],
          },
        ],
      },
      {
        path: urls.admin,
        ...page('features/auth/session/administrators.page.tsx', 'at-once'),
        children: [
          {
            ...page('features/admin/shell/admin-layout.page.tsx'),
            children: [
              { index: true, element: <Navigate to={urls.adminDashboard} replace /> },
              { path: urls.adminDashboard, ...page('features/admin/dashboard/dashboard.page.tsx') },
              // The list and the dialog over it are one route, so that the list stays mounted when the address changes.
              { path: `${urls.adminProducts}/:id?`, ...page('features/admin/products/products.page.tsx') },
              {
                path: `${urls.adminProductBatches(':id')}/:batchId?`,
                ...page('features/admin/batches/product-batches.page.tsx'),
              },
              { path: `${urls.adminBatches}/:id?`, ...page('features/admin/batches/batches.page.tsx') },
              { path: `${urls.adminOrders}/:id?`, ...page('features/admin/orders/orders.page.tsx') },
              { path: urls.adminCustomers, ...page('features/admin/people/customers.page.tsx') },
              { path: urls.adminCustomer(':id'), ...page('features/admin/people/customer.page.tsx') },
              { path: `${urls.adminUsers}/:id?`, ...page('features/admin/people/users.page.tsx') },
              { path: urls.adminFeedbacks, ...page('features/admin/contacts/feedbacks.page.tsx') },
              { path: urls.adminAudit, ...page('features/admin/audit/audit.page.tsx') },
              { path: urls.adminSignIns, ...page('features/admin/audit/sign-ins.page.tsx') },
            ],
          },
          { path: '*', ...page('pages/not-found.page.tsx') },
        ],
      },
      { path: '*', ...page('pages/not-found.page.tsx') },
    ],
  },
];
