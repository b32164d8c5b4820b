import { Link } from 'react-router';
import { PageMeta } from '../lib/page-meta.tsx';
import { urls } from '../lib/urls.ts';
import { Accordion } from '../ui/navigation/accordion.tsx';
import { type FaqEntry, faqEntries } from './faq.text.ts';
import { SupportLinks } from './support-links.tsx';

const items = faqEntries.map((entry) => ({
  id: entry.id,
  title: entry.question,
  content: <Answer entry={entry} />,
}));

export function Component() {
  return (
    <div className="mx-auto max-w-3xl px-4 py-12">
      <PageMeta
        title="Frequently Asked Questions"
        description="How to buy, pay, redeem and get help: answers to the questions we hear most."
        path={urls.faq}
      />
      <h1 className="text-35 font-bold">Frequently Asked Questions</h1>
      <p className="mt-4 mb-8 text-17 text-muted">How to buy, pay, redeem and get help, in short.</p>
      <Accordion items={items} heading="h2" />
      <section aria-labelledby="more-questions" className="mt-12 grid gap-3">
        <h2 id="more-questions" className="text-21 font-semibold">
          Still have a question?
        </h2>
        <p>Our support team is there 24/7 and answers in plain words.</p>
        <SupportLinks />
      </section>
    </div>
  );
}

function Answer({ entry: { answer, links = [] } }: { entry: FaqEntry }) {
  return (
    <div className="grid max-w-[68ch] gap-3">
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {links.length > 0 && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ label, to }) => (
            <Link key={to} to={urls[to]} className="font-semibold text-brand underline">
              {label}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
