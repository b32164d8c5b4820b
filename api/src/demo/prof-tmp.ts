import { mkdtempSync, rmSync } from 'node:fs';
import { createLocalImageStore } from '../platform/images/local-image-store.ts';
import { demoProducts } from './catalogue.ts';
import { fillGallery, paintArtwork } from './gallery.ts';
const dir = mkdtempSync('/tmp/gallery-'); const c = process.cpuUsage(); const t = Date.now();
await fillGallery(demoProducts, { images: createLocalImageStore(dir), paint: paintArtwork, say: () => {} });
const d = process.cpuUsage(c); console.log('gallery cpu s', (d.user + d.system) / 1e6, 'wall s', (Date.now() - t) / 1000);
rmSync(dir, { recursive: true });
