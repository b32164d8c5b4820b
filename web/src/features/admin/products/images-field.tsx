import { failures } from '@shop/contract/failures/failures';
import { fieldMessages } from '@shop/contract/failures/messages';
import { IMAGE } from '@shop/contract/limits/admin-limits';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { FileDrop } from '../../../ui/forms/file-drop.tsx';
import { Thumbnail } from '../../../ui/pictures/thumbnail.tsx';
import type { FormImage, ProductFormValues } from './product-form-values.ts';

const sizeText = ({ file }: FormImage) => (file ? `${Math.max(1, Math.round(file.size / 1024))} KB` : 'Uploaded');

/** Uploaded images stay before new files: a new file has no id yet by which the server could order it. */
const canSwap = (a: FormImage | undefined, b: FormImage | undefined) =>
  a !== undefined && b !== undefined && Boolean(a.file) === Boolean(b.file);

let fileCount = 0;

export function ImagesField() {
  const { clearErrors, setFocus } = useFormContext<ProductFormValues>();
  const list = useRef<HTMLUListElement>(null);
  // Not a form error: after a refused save, every change clears errors that the form's schema does not find.
  const [refusal, setRefusal] = useState<string>();
  const { field, fieldState } = useController<ProductFormValues, 'images'>({ name: 'images' });
  const images = field.value;

  function add(files: File[]) {
    clearErrors('images');
    const pictures = files.filter(({ type }) => type.startsWith('image/'));
    const fitting = pictures.filter(({ size }) => size <= IMAGE.maxBytes);
    const accepted = fitting.slice(0, IMAGE.maxFiles - images.length);
    const added = accepted.map((file) => ({ key: `file-${++fileCount}`, name: file.name, file }));
    field.onChange([...images, ...added]);
    if (pictures.length < files.length) setRefusal(failures.notAnImage.message);
    else if (fitting.length < pictures.length) setRefusal(failures.imageTooLarge.message);
    else setRefusal(accepted.length < fitting.length ? fieldMessages.imagesTooMany : undefined);
  }
  function swap(index: number, other: number) {
    const [a, b] = [images[index], images[other]];
    if (a && b) field.onChange(images.with(index, b).with(other, a));
  }

  function remove(index: number) {
    setRefusal(undefined);
    field.onChange(images.toSpliced(index, 1));
    // The neighbour takes its new place after the next paint.
    requestAnimationFrame(() => {
      const neighbour = list.current?.children[Math.min(index, images.length - 2)];
      if (neighbour) neighbour.querySelector<HTMLElement>('button:last-child')?.focus();
      else setFocus('images');
    });
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <FileDrop
        ref={field.ref}
        label="Images"
        hint="PNG, JPG, GIF up to 10MB"
        accept="image/*"
        onFiles={add}
        error={refusal ?? fieldState.error?.message}
      />
      {images.length > 0 && (
        <ul ref={list} aria-label="Chosen images" className="grid grid-cols-1 gap-2">
          {images.map((image, index) => (
            <li key={image.key} className="flex flex-wrap items-center gap-3 rounded-control border border-line p-2">
              <Preview image={image} />
              <span className="min-w-0 flex-1 max-sm:basis-1/2">
                <span className="block truncate font-medium">{image.name}</span>
                <span className="amount text-13 text-muted">{sizeText(image)}</span>
              </span>
              <span className="flex gap-1 max-sm:ml-auto">
                <IconButton
                  label={`Move ${image.name} up`}
                  disabled={!canSwap(image, images[index - 1])}
                  onClick={() => swap(index, index - 1)}
                >
                  <ArrowUp aria-hidden="true" size={18} />
                </IconButton>
                <IconButton
                  label={`Move ${image.name} down`}
                  disabled={!canSwap(image, images[index + 1])}
                  onClick={() => swap(index, index + 1)}
                >
                  <ArrowDown aria-hidden="true" size={18} />
                </IconButton>
                <IconButton label={`Remove ${image.name}`} onClick={() => remove(index)}>
                  <X aria-hidden="true" size={18} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Previews a chosen file with an object URL, which is revoked when the preview is removed. */
function Preview({ image: { file, url } }: { image: FormImage }) {
  const category = useWatch<ProductFormValues, 'category'>({ name: 'category' });
  const [fileUrl, setFileUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setFileUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return (
    <span className="size-12 shrink-0 overflow-hidden rounded-badge">
      <Thumbnail src={url ?? fileUrl} category={category} />
    </span>
  );
}
