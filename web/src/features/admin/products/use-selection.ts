import { useState } from 'react';

/** Which rows of the page on screen are ticked; rows that went away are not counted. */
export function useSelection(shownIds: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selectedIds = new Set(shownIds.filter((id) => ticked.has(id)));
  return {
    selectedIds,
    areAllSelected: shownIds.length > 0 && selectedIds.size === shownIds.length,
    select: (id: string, isSelected: boolean) => {
      const next = new Set(selectedIds);
      isSelected ? next.add(id) : next.delete(id);
      setTicked(next);
    },
    selectAll: (isSelected: boolean) => setTicked(new Set(isSelected ? shownIds : [])),
  };
}
