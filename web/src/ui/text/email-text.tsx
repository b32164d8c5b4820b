/** An address that wraps after the @ instead of inside a word. */
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
