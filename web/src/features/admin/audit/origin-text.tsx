type Origin = { address: string | null; device: string | null };

/** Where something came from, while that is known. */
export const originText = ({ address, device }: Origin): string => (address ? `${address} (${device})` : '-');

export const OriginText = (origin: Origin) => (
  <span title={originText(origin)} className="inline-block max-w-[36ch] truncate align-bottom text-muted">
    {originText(origin)}
  </span>
);
