import type { Dashboard } from '@shop/contract/dashboard';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StatCards } from './stat-cards.tsx';

const cardsOf = (change: number) => {
  const trend = { change, target: 5 };
  const dashboard = {
    days: 30,
    totals: { revenue: 0, orders: 0, customers: 0, products: 0 },
    trends: { revenue: trend, orders: trend, customers: trend, products: trend },
  } as Dashboard;
  return renderToString(<StatCards dashboard={dashboard} />).replaceAll('<!-- -->', '');
};

it.each([
  [11_212.1, '+11,212.1% against the 30 days before'],
  [1_23_456, '+1,23,456% against'],
  [-12.5, '-12.5% against'],
  [0, '>0% against'],
])('a change of %d percent is shown with Indian digit groups', (change, words) =>
  expect(cardsOf(change)).toContain(words),
);
