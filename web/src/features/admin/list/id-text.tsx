/**
 * A long id, cut to the eye only: the whole of it is read, selected and copied. Ids of the same minute begin alike, so
 * the end is what is shown: the outer direction puts the dots in front.
 */
export const IdText = ({ id }: { id: string }) => (
  <span dir="rtl" title={id} className="inline-block max-w-[13.1ch] truncate align-bottom font-mono text-13">
    <bdi dir="ltr">{id}</bdi>
  </span>
);
