import { SHOP_NAME } from '@shop/contract/limits/limits';
import { useSettings } from './state/settings.ts';

type PageMetaProps = {
  /** Omit it on the home page: the shop's name is its title. */
  title?: string;
  description: string;
  /** The canonical path, with a query only if the query selects a different page. */
  path: string;
  image?: { url: string; width: number; height: number };
  type?: 'website' | 'product';
};

/** Title and meta tags for search engines and link previews. React moves them into the head. */
export function PageMeta({ title, description, path, image, type = 'website' }: PageMetaProps) {
  const { origin } = useSettings();
  const fullTitle = title ? `${title} – ${SHOP_NAME}` : SHOP_NAME;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={`${origin}${path}`} />
      <meta property="og:site_name" content={SHOP_NAME} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={`${origin}${path}`} />
      {image && (
        <>
          <meta property="og:image" content={new URL(image.url, origin).href} />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  );
}
