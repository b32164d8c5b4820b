import { type EncodeOptions, encodeImage } from './encode-image.ts';
import type { ImageFormat, ImageStore } from './image-store.ts';
import { imageTypes } from './image-store.ts';
import { fileName, newImageId, type StoredImage } from './image-urls.ts';

/** Encodes an upload and stores all its files; throws `ImageRefused` for what is no acceptable image. */
export async function saveImage(store: ImageStore, bytes: Buffer, options?: EncodeOptions): Promise<StoredImage> {
  const { width, height, widths, files } = await encodeImage(bytes, options);
  const image: StoredImage = { id: newImageId(), width, height, widths };
  try {
    await Promise.all(files.map((file) => store.put(`${image.id}/${file.name}`, file.bytes, file.contentType)));
  } catch (error) {
    // The store's own failure is the one to report; a leftover file is unreachable without its id.
    await removeImage(store, image).catch(() => undefined);
    throw error;
  }
  return image;
}

export async function removeImage(store: ImageStore, image: Pick<StoredImage, 'id' | 'widths'>): Promise<void> {
  const formats = Object.keys(imageTypes) as ImageFormat[];
  const names = image.widths.flatMap((width) => formats.map((format) => fileName(width, format)));
  await Promise.all(names.map((name) => store.remove(`${image.id}/${name}`)));
}
