/**
 * A long id, cut to the eye only: the whole of it is read, selected and copied. Ids of the same minute begin alike, so
 * the end is what is shown: the outer direction puts the dots in front.
 */
export const IdText = ({ id }: { id: string }) => (
  <span dir="rtl" title={id} className="inline-block max-w-[9.1ch] truncate align-bottom font-mono text-13">
    <bdi dir="ltr">{id}</bdi>
  </span>
);

/** The name that a person reads, and under it the id that it stands for (decision 35). */
export const NamedId = ({ name, id }: { name: string; id: string }) => (
  <span className="block min-w-20 leading-tight">
    <span className="line-clamp-1 wrap-anywhere">{name}</span>
    <IdText id={id} />
  </span>
);
