import { formatCount } from '@shop/contract/counts';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

const sizeText = ({ size }: File) => `${formatCount(Math.max(1, Math.round(size / 1024)))} KB`;

type CodesFileProps = { file: File; onRemove: () => void; error: string | undefined };

/** The chosen file, with a button to remove it. */
export const CodesFile = ({ file, onRemove, error }: CodesFileProps) => (
  <div>
    <p className="mb-1 font-medium">Codes</p>
    <p className="flex items-center gap-3 rounded-control border border-line p-2 pl-3">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{file.name}</span>
        <span className="amount text-13 text-muted">{sizeText(file)}</span>
      </span>
      <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
        <X aria-hidden="true" size={18} />
      </IconButton>
    </p>
    {error && <p className="mt-1 text-13 font-medium text-danger">{error}</p>}
  </div>
);
