import type { Batch } from '@shop/contract/stock';
import type { BatchState } from '@shop/contract/stock-kinds';
import type { StatusTone } from '../../../ui/text/status-dot.tsx';

export const batchStateLabels: Record<BatchState, string> = {
  open: 'Open',
  recalled: 'Recalled',
  'used-up': 'Used up',
  expired: 'Expired',
};
export const batchStateTones: Record<BatchState, StatusTone> = {
  open: 'good',
  recalled: 'bad',
  'used-up': 'idle',
  expired: 'waiting',
};

export function batchStateOf({ recalledAt, counts }: Pick<Batch, 'recalledAt' | 'counts'>): BatchState {
  if (recalledAt) return 'recalled';
  if (counts.available + counts.held > 0) return 'open';
  return counts.expired > 0 ? 'expired' : 'used-up';
}
