/** What Vite writes about its output: source file → chunk. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; isEntry?: boolean }
>;
/** `boot` is the text of a script, the others are addresses. */
export type PageAssets = { boot: string; script: string; styles: string[]; preloads: string[]; fonts: string[] };

// The two files every page's first paint needs: the plain letters and the ₹ sign.
const FIRST_FONTS = /anek-latin-(plain|rupee)[^/]*\.woff2$/;

/** Everything a page needs, told to the browser at once instead of one import after another. */
export function assetsFromManifest(
  manifest: Manifest,
  { entry, boot }: { entry: string; boot: string },
): (sources: string[]) => PageAssets {
  const closure = (source: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(source)) return seen;
    seen.add(source);
    for (const imported of manifest[source]?.imports ?? []) closure(imported, seen);
    return seen;
  };
  const url = (file: string) => `/${file}`;
  const assetsOf = (sources: string[]): PageAssets => {
    const chunks = [...new Set([entry, ...sources].flatMap((source) => [...closure(source)]))];
    const found = chunks.flatMap((chunk) => manifest[chunk] ?? []);
    const script = url(manifest[entry]?.file ?? '');
    return {
      boot,
      script,
      styles: [...new Set(found.flatMap((chunk) => chunk.css ?? []))].map(url),
      preloads: found.map((chunk) => url(chunk.file)).filter((file) => file !== script),
      fonts: [...new Set(Object.values(manifest).flatMap((chunk) => chunk.assets ?? []))]
        .filter((file) => FIRST_FONTS.test(file))
        .map(url),
    };
  };
  // There are as many as routes, and a page is rendered often.
  const known = new Map<string, PageAssets>();
  return (sources) => {
    const key = sources.join(' ');
    const assets = known.get(key) ?? assetsOf(sources);
    known.set(key, assets);
    return assets;
  };
}
