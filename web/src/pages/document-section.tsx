import type { ReactNode } from 'react';
import type { DocumentBlock, DocumentSection as Section } from './document-text.ts';

type DocumentSectionProps = { section: Section; number: number; children?: ReactNode };

/** One numbered section of a legal text. */
export function DocumentSection({ section, number, children }: DocumentSectionProps) {
  const headingId = `${section.id}-heading`;
  return (
    <section id={section.id} aria-labelledby={headingId} className="border-t border-line pt-8">
      <h2 id={headingId} className="mb-3 text-21 font-semibold">
        {number}. {section.title}
      </h2>
      <div className="grid gap-4">
        {section.blocks.map((block) => (
          <Block key={keyOf(block)} block={block} />
        ))}
        {children}
      </div>
    </section>
  );
}

function Block({ block }: { block: DocumentBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('points' in block)
    return (
      <ul className="grid list-disc gap-2 pl-6 marker:text-brand">
        {block.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    );
  return (
    <dl className="divide-y divide-line rounded-card border border-line bg-surface">
      {block.entries.map(({ term, text }) => (
        <div key={term} className="grid gap-1 px-4 py-3 sm:grid-cols-[11rem_1fr] sm:gap-4">
          <dt className="font-semibold">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function keyOf(block: DocumentBlock): string {
  if (typeof block === 'string') return block;
  return 'points' in block ? block.points.join() : block.entries.map(({ term }) => term).join();
}
