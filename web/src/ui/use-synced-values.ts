import { useEffect, useRef } from 'react';

/**
 * Keeps uncontrolled fields in step with values in the URL. A changed `key` would do so too, but would lose the
 * keyboard focus.
 */
export function useSyncedValues(values: Record<string, string | number | undefined>) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the object by value
  useEffect(() => {
    for (const name in values) {
      const field = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (field) field.value = `${values[name] ?? ''}`;
    }
  }, [JSON.stringify(values)]);
  return form;
}
