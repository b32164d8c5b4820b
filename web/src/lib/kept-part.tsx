import { createContext, type ReactNode, useContext } from 'react';

/** What the server writes around a part to find it again in the page, or in its place when it knows the markup already. */
type PartMarks = { before: string; after: string } | { instead: string };
export type MarkPart = (of: unknown) => PartMarks;

/** The browser has none: there a part is what it holds. */
export const MarkPartContext = /* @__PURE__ */ createContext<MarkPart | null>(null);

type KeptPartProps = {
  /** What it is, and all that its markup depends on besides its place and the settings, as JSON can say it. The browser needs none. */
  of: unknown;
  /** Elements, with no text beside them; nothing that React lifts into the head or that is still to be fetched. */
  children: ReactNode;
};

function MarkedPart({ of, children }: KeptPartProps) {
  const marks = useContext(MarkPartContext)?.(of);
  if (marks && 'instead' in marks) return marks.instead;
  return (
    <>
      {marks?.before}
      {children}
      {marks?.after}
    </>
  );
}

// As many places as on the server: the ids that React gives out count them.
const PlainPart = ({ children }: KeptPartProps) => (
  <>
    {null}
    {children}
    {null}
  </>
);

/** What looks the same on page after page: the server renders it once and repeats it. */
export const KeptPart = import.meta.env.SSR ? MarkedPart : PlainPart;
