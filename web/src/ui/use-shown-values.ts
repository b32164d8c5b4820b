import { useEffect, useRef } from 'react';

/**
 * For a form whose values are in the address: its fields follow when that changes elsewhere. Another `key` would do the same,
 * and take the keyboard's focus away from whoever has just sent the form.
 */
export function useShownValues(values: Record<string, string | number | undefined>) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in the object counts
  useEffect(() => {
    for (const name in values) {
      const field = form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (field) field.value = `${values[name] ?? ''}`;
    }
  }, [JSON.stringify(values)]);
  return form;
}
