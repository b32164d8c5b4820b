import { SHOP_NAME } from '@shop/contract/limits';

/** The title in the tab and what search engines show below it. */
export const PageHead = ({ title, description }: { title: string; description: string }) => (
  <>
    <title>{`${title} – ${SHOP_NAME}`}</title>
    <meta name="description" content={description} />
  </>
);
