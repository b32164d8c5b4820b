import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SeriesTable } from './series-table.tsx';

const bestOf = (orders: number) =>
  renderToString(<SeriesTable series={[{ date: '2026-11-15', revenue: 649, orders }]} previous={[]} />);

it.each([
  [1, '₹649; 1 order was placed.'],
  [2, '₹649; 2 orders were placed.'],
])('the best day counts all %i placed orders, paid or not', (orders, words) => expect(bestOf(orders)).toContain(words));
