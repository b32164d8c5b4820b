import type { SelectOption } from '../../../ui/forms/select-field.tsx';
import type { ProductsQuery } from '../admin.requests.ts';

const RUNS_LOW = 'runs-low';

/** One choice on the screen stands for two query parameters. */
export const stockOptions: SelectOption[] = [
  { value: '', label: 'All Stock' },
  { value: 'shared', label: 'Shared code' },
  { value: 'pool', label: 'Pool of codes' },
  { value: RUNS_LOW, label: 'Runs low' },
];

export const stockChoiceOf = ({ stockKind, runsLow }: ProductsQuery): string =>
  runsLow ? RUNS_LOW : (stockKind ?? '');

export const stockParams = (choice: string) =>
  choice === RUNS_LOW
    ? { runsLow: 'true', stockKind: undefined }
    : { runsLow: undefined, stockKind: choice || undefined };
