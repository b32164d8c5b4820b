/** A long id, cut to the eye only: the whole of it is read, selected and copied. */
export const IdText = ({ id }: { id: string }) => (
  <span title={id} className="inline-block max-w-[14ch] truncate align-bottom font-mono text-13">
    {id}
  </span>
);
