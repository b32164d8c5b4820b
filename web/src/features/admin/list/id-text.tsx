/**
 * Cuts a long id on the screen only; it is still read, selected and copied in full. The end is shown, because ids of
 * the same minute begin alike. The outer `rtl` puts the ellipsis in front.
 */
export const IdText = ({ id }: { id: string }) => (
  <span dir="rtl" title={id} className="inline-block max-w-[9.1ch] truncate align-bottom font-mono text-13">
    <bdi dir="ltr">{id}</bdi>
  </span>
);

/** The name, with the id below it (spec point 35). */
export const NamedId = ({ name, id }: { name: string; id: string }) => (
  <span className="block min-w-20 leading-tight">
    <span className="line-clamp-1 wrap-anywhere">{name}</span>
    <IdText id={id} />
  </span>
);
