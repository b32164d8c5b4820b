/** The manifest that Vite writes: source file → chunk. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; isEntry?: boolean }
>;
/** `boot` is the text of a script, the others are URLs. */
export type PageAssets = { boot: string; script: string; styles: string[]; preloads: string[]; fonts: string[] };

// The fonts of every page's first paint: the plain letters and the ₹ sign.
const FIRST_FONTS = /anek-latin-(plain|rupee)[^/]*\.woff2$/;

/** Lists all files of a page, so that the browser loads them in parallel instead of import by import. */
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
  // One entry a route.
  const known = new Map<string, PageAssets>();
  return (sources) => {
    const key = sources.join(' ');
    const assets = known.get(key) ?? assetsOf(sources);
    known.set(key, assets);
    return assets;
  };
}
