import { type EncodeOptions, encodeImage, type Upload } from './encode-image.ts';
import { type ImageStore, imageFormats } from './image-store.ts';
import { fileName, newImageId, type StoredImage } from './image-urls.ts';

type SaveOptions = EncodeOptions & {
  /** Called before the first file is written, so that files of a process that dies half-way can be cleaned up. */
  remember?: (image: StoredImage) => Promise<void>;
};

/** Encodes an upload and stores all its files. Throws `ImageRefused` if the upload is not acceptable. */
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
    // Reports the first failure. Files that cannot be removed are unreachable without the image's id.
    await removeImage(store, image).catch(() => undefined);
    throw failure.reason;
  }
  return image;
}

export async function removeImage(store: ImageStore, image: Pick<StoredImage, 'id' | 'widths'>): Promise<void> {
  const names = image.widths.flatMap((width) => imageFormats.map((format) => fileName(width, format)));
  await Promise.all(names.map((name) => store.remove(`${image.id}/${name}`)));
}
