/** An address that breaks after the @ where it does not fit, rather than in the middle of a word. */
export function EmailText({ address }: { address: string }) {
  const [mailbox, domain] = address.split('@');
  return (
    <span className="min-w-0 text-start wrap-anywhere">
      {mailbox}@<wbr />
      {domain}
    </span>
  );
}
