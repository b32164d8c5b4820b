type RateLimitsTable = { key: string; window_start: Date; hits: number };

type ListCountsTable = { list: string; part: string; day: Date; count: number };

type ListChangesTable = { list: string; part: string; day: Date; change: number };

export type PlatformTables = {
  rate_limits: RateLimitsTable;
  list_counts: ListCountsTable;
  list_changes: ListChangesTable;
};
