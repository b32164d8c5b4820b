/** The age limit of a shared value. The age of an answer counts from its oldest value. */
export const VALUE_MAX_AGE_MS = 200;

const MOST_VALUES = 1_000;

type Value = { since: number; value: Promise<unknown> };

export type SharedValues = ReturnType<typeof createSharedValues>;

/** A cache of expensive values that several answers use, such as the total of a list. */
export function createSharedValues({ now }: { now: () => number }) {
  const values = new Map<string, Value>();

  return {
    get<T>(key: string, make: () => Promise<T>): Promise<T> {
      const known = values.get(key);
      const age = known ? now() - known.since : Number.POSITIVE_INFINITY;
      if (known && age >= 0 && age < VALUE_MAX_AGE_MS) return known.value as Promise<T>;
      const made = { since: now(), value: make() };
      values.delete(key);
      values.set(key, made);
      made.value.catch(() => void (values.get(key) === made && values.delete(key)));
      for (const [oldest] of values) if (values.size > MOST_VALUES) values.delete(oldest);
      return made.value;
    },

    clear: () => values.clear(),
  };
}
