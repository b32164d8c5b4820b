import Share2 from 'lucide-react/icons/share-2';
import { Button } from '../../../ui/buttons/button.tsx';
import { copyText } from '../../../ui/buttons/copy-text.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';

async function share(title: string): Promise<void> {
  const { href: url } = window.location;
  // Closing the share sheet rejects the promise. That is not an error.
  if (typeof navigator.share === 'function') return navigator.share({ title, url }).catch(() => undefined);
  const isCopied = await copyText(url);
  toast(isCopied ? 'Link copied' : 'The link could not be copied', { tone: isCopied ? 'success' : 'error' });
}

/** Opens the system's share sheet if there is one, else copies the link. */
export const ShareButton = ({ title }: { title: string }) => (
  <Button variant="quiet" size="sm" onClick={() => share(title)}>
    <Share2 aria-hidden="true" size={16} />
    Share
  </Button>
);
