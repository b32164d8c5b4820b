import { type EncodeOptions, encodeImage, type Upload } from './encode-image.ts';
import { type ImageStore, imageFormats } from './image-store.ts';
import { fileName, newImageId, type StoredImage } from './image-urls.ts';

type SaveOptions = EncodeOptions & {
  /** Called before the first file is written, so that a process that dies half-way leaves a trace to clean up by. */
  remember?: (image: StoredImage) => Promise<void>;
};

/** Encodes an upload and stores all its files; throws `ImageRefused` for what is no acceptable image. */
export async function saveImage(
  store: ImageStore,
  upload: Upload,
  { remember, ...options }: SaveOptions = {},
): Promise<StoredImage> {
  const { width, height, widths, files } = await encodeImage(upload, options);
  const image: StoredImage = { id: newImageId(), width, height, widths };
  await remember?.(image);
  const written = await Promise.allSettled(
    files.map((file) => store.put(`${image.id}/${file.name}`, file.bytes, file.contentType)),
  );
  const failure = written.find((result) => result.status === 'rejected');
  if (failure) {
    // The store's first failure is the one to report; what cannot be removed is unreachable without its id.
    await removeImage(store, image).catch(() => undefined);
    throw failure.reason;
  }
  return image;
}

export async function removeImage(store: ImageStore, image: Pick<StoredImage, 'id' | 'widths'>): Promise<void> {
  const names = image.widths.flatMap((width) => imageFormats.map((format) => fileName(width, format)));
  await Promise.all(names.map((name) => store.remove(`${image.id}/${name}`)));
}
