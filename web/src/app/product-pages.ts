import type { Product } from '@shop/contract/product';
import { BLANK_ID } from '../features/product/blank-fields.ts';
import { blankPage } from '../features/product/blank-product.ts';
import { callPath } from '../lib/api.ts';
import type { MarkPart } from '../lib/kept-part.tsx';
import { urls } from '../lib/urls.ts';
import { fillOutline, type KeptParts, type Outline, openPage } from './kept-parts.ts';
import type { Marked, Rendered, RenderInput } from './rendered.ts';
import { productIdIn } from './shared-address.ts';

type Render = (input: RenderInput) => Promise<Rendered>;
type RenderMarked = (input: RenderInput, mark: MarkPart) => Promise<Marked>;

const answerWith = (data: Product) => async () => ({
  ok: true,
  status: 200,
  statusText: 'OK',
  json: async () => ({ data }),
});

/**
 * The page of a product, of which a shop has more than of any other: it is not rendered, but filled in, once the page of
 * a blank product of the same kind has been. Undefined for other pages.
 */
export function productPages(parts: KeptParts, render: Render, renderMarked: RenderMarked) {
  async function learn(input: RenderInput, outline: Outline, blank: Product): Promise<void> {
    const { mark, keepOutline } = openPage(parts, input.settings);
    const request = new Request(new URL(urls.product(BLANK_ID), input.request.url));
    const page = await renderMarked({ ...input, request, send: answerWith(blank) }, mark);
    if ('html' in page) keepOutline(page.html, outline);
  }

  async function fill(input: RenderInput, id: string): Promise<Rendered> {
    const asked = input.send(callPath('findProduct', { params: { id } }), { method: 'GET' });
    const answer = await asked.catch(() => undefined);
    // It is told why by the page itself.
    if (!answer?.ok) return render({ ...input, send: () => asked });
    const { data }: { data: Product } = await answer.json();
    const { blank, ...outline } = blankPage(data, input.settings);
    let html = fillOutline(parts, input.settings, outline);
    if (!html) {
      await learn(input, outline, blank);
      html = fillOutline(parts, input.settings, outline);
    }
    return html ? { status: 200, html } : render({ ...input, send: answerWith(data) });
  }

  return (input: RenderInput): Promise<Rendered> | undefined => {
    const id = productIdIn(new URL(input.request.url));
    return id === undefined ? undefined : fill(input, id);
  };
}
