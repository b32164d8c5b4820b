import { expect, it } from 'vitest';
import { myOrdersUrl, readMyOrdersView } from './my-orders-query.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const viewOf = (search: string) => readMyOrdersView(new URLSearchParams(search));

it('the view reads a linked order and ignores invalid parameters', () => {
  expect(viewOf(`order=${ID}`)).toEqual({ order: ID });
  expect(viewOf('order=none&show=stolen&page=0')).toEqual({});
});

it('the URL of a view contains its filters but not the linked order', () => {
  expect(myOrdersUrl({ show: 'used', q: 'tea', page: 2, order: ID })).toBe('/account/my-orders?show=used&q=tea&page=2');
  expect(myOrdersUrl({ show: 'all', order: ID })).toBe('/account/my-orders');
});
