/**
 * As much of PromQL as our alert rules and dashboard use, to try them where no Prometheus is at hand. It is true to the
 * traps: comparisons leave out what they do not hold for, a sum of nothing is nothing, NaN is above and below no number,
 * and a series that was not there before has not grown.
 */
export type Sample = { name: string; labels: Record<string, string>; value: number };
/** Two scrapes, as far apart as the range that an expression asks about. */
type Scrapes = { before: readonly Sample[]; now: readonly Sample[] };

type Vector = { labels: Record<string, string>; value: number }[];
type Value = number | Vector;
type Evaluate = (scrapes: Scrapes) => Value;
type Query = { metrics: { name: string; labels: string[] }[]; evaluate: (scrapes: Scrapes) => Vector };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?![\w.]))|("[^"]*")|(\d+[smhd])|([A-Za-z_]\w*)|(=~|!=|==|>=|<=|[-+*/()[\]{},<>=]))/y;
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};
const COMPARISON: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};
const AGGREGATION: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
};

export function parseQuery(text: string): Query {
  const tokens = tokensOf(text);
  const metrics: Query['metrics'] = [];
  let at = 0;
  const next = () => tokens[at++] ?? '';
  const peek = () => tokens[at] ?? '';
  const take = (token: string) => {
    if (next() !== token) throw new SyntaxError(`expected ${token} at ${tokens.slice(0, at).join(' ')} in: ${text}`);
  };
  const listOf = <T>(end: string, read: () => T): T[] => {
    const list: T[] = [];
    while (peek() !== end) {
      list.push(read());
      if (peek() === ',') next();
    }
    take(end);
    return list;
  };

  const either = (): Evaluate => {
    let left = compared();
    while (peek() === 'unless' || peek() === 'and') {
      const [wants, one, other] = [next() === 'and', left, compared()];
      left = (scrapes) => {
        const known = new Set(vectorOf(other(scrapes)).map(({ labels }) => keyOf(labels)));
        return vectorOf(one(scrapes)).filter(({ labels }) => known.has(keyOf(labels)) === wants);
      };
    }
    return left;
  };
  const compared = (): Evaluate => {
    const left = chained('+-', () => chained('*/', primary));
    const holds = COMPARISON[peek()];
    if (!holds) return left;
    next();
    const right = chained('+-', () => chained('*/', primary));
    return (scrapes) =>
      pairs(left(scrapes), right(scrapes))
        .filter(({ value, other }) => holds(value, other))
        .map(({ labels, value }) => ({ labels, value }));
  };
  const chained = (operators: string, part: () => Evaluate): Evaluate => {
    let left = part();
    while (peek() !== '' && operators.includes(peek())) {
      const [work, one, other] = [ARITHMETIC[next()] ?? Math.min, left, part()];
      left = (scrapes) => {
        const [a, b] = [one(scrapes), other(scrapes)];
        if (typeof a === 'number' && typeof b === 'number') return work(a, b);
        return pairs(a, b).map(({ labels, value, other }) => ({ labels, value: work(value, other) }));
      };
    }
    return left;
  };
  const primary = (): Evaluate => {
    const token = next();
    if (/^\d/.test(token)) return () => Number(token);
    if (token === '(') {
      const inner = either();
      take(')');
      return inner;
    }
    const aggregate = AGGREGATION[token];
    if (aggregate) return aggregated(aggregate);
    if (token === 'absent') {
      const inner = inBrackets(either);
      return (scrapes) => (vectorOf(inner(scrapes)).length === 0 ? [{ labels: {}, value: 1 }] : []);
    }
    if (token === 'rate' || token === 'increase') return inBrackets(() => growth(token === 'rate'));
    if (token === 'histogram_quantile') return quantile();
    const which = selector(token);
    return ({ now }) => which(now);
  };
  const inBrackets = <T>(read: () => T): T => {
    take('(');
    const inner = read();
    take(')');
    return inner;
  };
  const aggregated = (aggregate: (values: number[]) => number): Evaluate => {
    const by = labelsToKeep();
    const inner = inBrackets(either);
    return (scrapes) => {
      const samples = vectorOf(inner(scrapes));
      const kept = samples.map(({ labels }) => Object.fromEntries(by.map((label) => [label, labels[label] ?? ''])));
      const groups = Map.groupBy(samples.keys(), (index) => keyOf(kept[index] ?? {}));
      return [...groups.values()].map((group) => ({
        labels: kept[group[0] ?? 0] ?? {},
        value: aggregate(group.map((index) => samples[index]?.value ?? Number.NaN)),
      }));
    };
  };
  const labelsToKeep = (): string[] => {
    if (peek() !== 'by') return [];
    next();
    take('(');
    return listOf(')', next);
  };
  const growth = (isRate: boolean): Evaluate => {
    const which = selector(next());
    take('[');
    const range = next();
    take(']');
    const seconds = Number.parseInt(range, 10) * (SECONDS[range.slice(-1)] ?? Number.NaN);
    return ({ before, now }) =>
      pairs(which(now), which(before)).map(({ labels, value, other }) => ({
        labels,
        // A counter that is lower than before has started anew.
        value: (value < other ? value : value - other) / (isRate ? seconds : 1),
      }));
  };
  const quantile = (): Evaluate => {
    take('(');
    const share = Number(next());
    take(',');
    const inner = either();
    take(')');
    return (scrapes) => quantileOf(share, vectorOf(inner(scrapes)));
  };
  const selector = (name: string) => {
    if (!/^[A-Za-z_]/.test(name)) throw new SyntaxError(`${name || 'the end'} is no metric in: ${text}`);
    const matchers =
      peek() === '{' && next()
        ? listOf('}', () => ({ label: next(), operator: next(), text: next().slice(1, -1) }))
        : [];
    metrics.push({ name, labels: matchers.map(({ label }) => label) });
    return (samples: readonly Sample[]): Vector =>
      samples.filter(
        (sample) => sample.name === name && matchers.every((each) => matches(each, sample.labels[each.label] ?? '')),
      );
  };

  const evaluate = either();
  if (at < tokens.length) throw new SyntaxError(`${peek()} is one too many in: ${text}`);
  return { metrics, evaluate: (scrapes) => vectorOf(evaluate(scrapes)) };
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[0].trim();
    if (!token) throw new SyntaxError(`not understood: ${text.slice(at)}`);
    tokens.push(token);
  }
  return tokens;
}

const matches = ({ operator, text }: { operator: string; text: string }, value: string): boolean => {
  if (operator === '=~') return new RegExp(`^(?:${text})$`).test(value);
  return (value === text) === (operator === '=');
};

const keyOf = (labels: Record<string, string>): string => JSON.stringify(Object.entries(labels).sort());

const vectorOf = (value: Value): Vector => (typeof value === 'number' ? [{ labels: {}, value }] : value);

/** What belongs together: samples with the same labels, or each with a number. */
function pairs(left: Value, right: Value): (Vector[number] & { other: number })[] {
  if (typeof right === 'number') return vectorOf(left).map((sample) => ({ ...sample, other: right }));
  if (typeof left === 'number') return right.map(({ labels, value }) => ({ labels, value: left, other: value }));
  const known = new Map(right.map(({ labels, value }) => [keyOf(labels), value]));
  return left.flatMap((sample) => {
    const other = known.get(keyOf(sample.labels));
    return other === undefined ? [] : [{ ...sample, other }];
  });
}

function quantileOf(share: number, buckets: Vector): Vector {
  const groups = Map.groupBy(buckets, ({ labels: { le: _, ...labels } }) => keyOf(labels));
  return [...groups.values()].map((group) => {
    const { le: _, ...labels } = group[0]?.labels ?? {};
    const bounds = group.map(({ labels, value }) => ({ upTo: Number(labels.le?.replace('+Inf', 'Infinity')), value }));
    bounds.sort((a, b) => a.upTo - b.upTo);
    const wanted = share * (bounds.at(-1)?.value ?? Number.NaN);
    return { labels, value: bounds.find(({ value }) => value >= wanted)?.upTo ?? Number.NaN };
  });
}
