import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  text: string;
  label: string;
}

const CONFIRMED_MS = 2000;

const messages = {
  idle: '',
  copied: 'Copied',
  failed: 'Copying failed. Select the text and copy it yourself.',
};

export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof messages>('idle');

  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('idle'), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const isCopied = outcome === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button
        variant="secondary"
        size="sm"
        onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')}
      >
        <Icon aria-hidden="true" size={16} />
        {isCopied ? messages.copied : label}
      </Button>
      <span role="status" className="text-13 text-danger">
        {isCopied ? <VisuallyHidden>{messages.copied}</VisuallyHidden> : messages[outcome]}
      </span>
    </span>
  );
}
