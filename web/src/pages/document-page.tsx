import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useRef } from 'react';
import { PageMeta } from '../lib/page-meta.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Perforation } from '../ui/pictures/perforation.tsx';
import { DocumentSection } from './document-section.tsx';
import type { DocumentSection as Section } from './document-text.ts';

type DocumentPageProps = {
  title: string;
  path: string;
  updated: string;
  introduction: string;
  sections: readonly Section[];
  /** Shown at the end of the last section. */
  closing: ReactNode;
};

/** The layout of a long legal text: introduction, table of contents, numbered sections and a link to the top. */
export function DocumentPage({ title, path, updated, introduction, sections, closing }: DocumentPageProps) {
  const top = useRef<HTMLHeadingElement>(null);
  const text = useRef<HTMLDivElement>(null);

  // Both also move the focus, so that the next Tab continues from the new position.
  function scrollToText() {
    text.current?.focus({ preventScroll: true });
    text.current?.scrollIntoView();
  }
  function backToTop() {
    top.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }

  return (
    <div className="mx-auto max-w-6xl px-4 py-12">
      <PageMeta title={title} description={introduction} path={path} />
      <header className="max-w-3xl">
        <h1 ref={top} tabIndex={-1} className="text-35 font-bold">
          {title}
        </h1>
        <p className="mt-2 text-13 text-muted">Last updated: {updated}</p>
        <p className="mt-4 text-17">{introduction}</p>
        <Button variant="secondary" className="mt-6" onClick={scrollToText}>
          Scroll to read
          <ArrowDown aria-hidden="true" size={18} />
        </Button>
      </header>
      <Perforation className="my-12" />
      <div className="grid gap-8 lg:grid-cols-[14rem_1fr] lg:gap-12">
        <TableOfContents sections={sections} />
        <div
          ref={text}
          tabIndex={-1}
          className="grid max-w-3xl gap-8 outline-none [&>:first-child]:border-t-0 [&>:first-child]:pt-0"
        >
          {sections.map((section, index) => (
            <DocumentSection key={section.id} section={section} number={index + 1}>
              {index === sections.length - 1 && closing}
            </DocumentSection>
          ))}
          <div>
            <Button variant="quiet" className="-ml-4" onClick={backToTop}>
              <ArrowUp aria-hidden="true" size={18} />
              Back to top
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

function TableOfContents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]">
      <h2 id="contents" className="mb-2 text-13 font-semibold text-muted">
        On this page
      </h2>
      <ol>
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a href={`#${id}`} className="flex min-h-8 items-center gap-2 hover:underline">
              <span className="amount w-5 text-muted">{index + 1}</span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
