import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it } from 'vitest';
import { KeptPart, MarkPartContext } from '../lib/kept-part.tsx';
import { createKeptParts, openPage } from './kept-parts.ts';

let rendered: string[] = [];
beforeEach(() => {
  rendered = [];
});

function Said({ text }: { text: string }) {
  rendered.push(text);
  return <p id={useId()}>{text}</p>;
}

const Page = ({ greeting, names }: { greeting: string; names: string[] }) => (
  <main>
    <KeptPart of={['greeting', greeting]}>
      <Said text={greeting} />
      <KeptPart of="inner">
        <Said text="₹ & more" />
      </KeptPart>
    </KeptPart>
    <Said text={names.join()} />
  </main>
);

function serve(parts = createKeptParts(100_000)) {
  return (page: React.ReactNode) => {
    const { mark, finish } = openPage(parts);
    return finish(renderToString(<MarkPartContext value={mark}>{page}</MarkPartContext>)).toString();
  };
}

it('repeats the markup of a part, in every place what rendering it there would have given', () => {
  const render = serve();
  const first = <Page greeting="Hello" names={['Asha']} />;
  const second = <Page greeting="Hello" names={['Ben']} />;
  const plain = [renderToString(first), renderToString(second)];
  rendered = [];
  expect([render(first), render(second)]).toEqual(plain);
  expect(rendered).toEqual(['Hello', '₹ & more', 'Asha', 'Ben']);
});

it('renders it anew when what it depends on is different', () => {
  const render = serve();
  render(<Page greeting="Hello" names={[]} />);
  expect(render(<Page greeting="Good night" names={[]} />)).toContain('Good night');
  expect(rendered.filter((text) => text === '₹ & more')).toHaveLength(1);
});

it('stays within its memory, and lets go of what was used longest ago', () => {
  const render = serve(createKeptParts(10_000));
  const card = (text: string) =>
    render(
      <KeptPart of={['card', text]}>
        <Said text={text} />
      </KeptPart>,
    );
  card('first');
  for (let n = 0; n < 1_000; n += 1) {
    card(`card ${n}`);
    card('first');
  }
  card('card 0');
  expect(rendered.filter((text) => text === 'first')).toHaveLength(1);
  expect(rendered.filter((text) => text === 'card 0')).toHaveLength(2);
});
