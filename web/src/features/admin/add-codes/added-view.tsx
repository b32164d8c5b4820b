import { countText } from '../../../lib/format/count-text.ts';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import type { AddedBatch } from './use-code-import.ts';

/** Takes the focus, because the pressed button is gone. */
export const AddedView = ({ added: { batch, report, isRepeated } }: { added: AddedBatch }) => (
  <div ref={takeFocus} tabIndex={-1}>
    <Banner
      tone="success"
      title={isRepeated ? 'Nothing was added again' : `${countText(report.accepted, 'code', 'codes')} added`}
    >
      {isRepeated
        ? `The same codes were added before as batch ${batch.reference}.`
        : `They are in the stock now, as batch ${batch.reference}.`}
    </Banner>
  </div>
);
