type Origin = { address: string | null; device: string | null };

/** The IP address and device of a request, as long as they are stored. */
export const originText = ({ address, device }: Origin): string => (address ? `${address} (${device})` : '-');

export const OriginText = ({ address, device }: Origin) => (
  <span className="block max-w-[36ch] wrap-anywhere sm:min-w-24">
    {address ?? '-'} {address && <span className="block text-13 text-muted">{device}</span>}
  </span>
);
