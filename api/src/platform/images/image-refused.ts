export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
  readonly reason: 'not-an-image' | 'too-many-pixels' | 'too-complex' | 'unreadable';

  constructor(reason: ImageRefused['reason'], options?: ErrorOptions) {
    super(`Image refused: ${reason}`, options);
    this.reason = reason;
  }
}
