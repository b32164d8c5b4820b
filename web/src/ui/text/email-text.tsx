/** An address that breaks after the @ where it does not fit, rather than in the middle of a word. */
export function EmailText({ address }: { address: string }) {
  const domainAt = address.lastIndexOf('@') + 1;
  return (
    <span className="address min-w-0 text-start wrap-anywhere">
      {address.slice(0, domainAt)}
      <wbr />
      {address.slice(domainAt)}
    </span>
  );
}
