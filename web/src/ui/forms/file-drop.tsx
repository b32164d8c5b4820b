import Upload from 'lucide-react/icons/upload';
import { type ChangeEvent, type DragEvent, type Ref, useId, useRef, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../class-names.ts';

interface FileDropProps {
  label: string;
  hint: string;
  /** File types of the picker. A drop can still contain any type. */
  accept: string;
  onFiles: (files: File[]) => void;
  error?: string;
  isSingle?: boolean;
  /** The button, which takes the focus. */
  ref?: Ref<HTMLButtonElement>;
}

export function FileDrop({ label, hint, accept, onFiles, error, isSingle = false, ref }: FileDropProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  const describedBy = error ? `${id}-error ${id}-hint` : `${id}-hint`;

  function handlePick(event: ChangeEvent<HTMLInputElement>) {
    onFiles([...(event.target.files ?? [])]);
    // Lets the same file be chosen again after it was removed.
    event.target.value = '';
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 inline-block font-medium">
        {label}
      </label>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
        className={classNames(
          'flex flex-col items-center gap-2 rounded-card border border-dashed px-4 py-6 text-center',
          isOver ? 'border-brand bg-brand-soft' : 'border-control bg-surface',
        )}
      >
        <Upload aria-hidden="true" size={24} className="text-muted" />
        <p>
          Drag and drop here, or{' '}
          <Button
            ref={ref}
            variant="secondary"
            size="sm"
            aria-describedby={describedBy}
            onClick={() => inputRef.current?.click()}
          >
            {isSingle ? 'Choose a file' : 'Choose files'}
          </Button>
        </p>
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
        <input
          ref={inputRef}
          id={id}
          type="file"
          accept={accept}
          multiple={!isSingle}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          tabIndex={-1}
          onChange={handlePick}
          className="sr-only"
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
