import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SeriesTable } from './series-table.tsx';

const bestOf = (orders: number) =>
  renderToString(<SeriesTable series={[{ date: '2026-11-15', revenue: 649, orders }]} previous={[]} />);

it.each([
  [1, '₹649 from 1 order.'],
  [2, '₹649 from 2 orders.'],
])('tells the best day of %i sold', (orders, words) => expect(bestOf(orders)).toContain(words));
