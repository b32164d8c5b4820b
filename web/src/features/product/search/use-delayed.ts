import { useEffect, useState } from 'react';

/** True after `isOn` has been true for `delayMs`, so that a fast reply shows no skeleton. */
export function useDelayed(isOn: boolean, delayMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => setHasLasted(true), delayMs);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isOn, delayMs]);
  return isOn && hasLasted;
}
