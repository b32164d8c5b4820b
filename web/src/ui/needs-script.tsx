import { Banner } from './overlays/banner.tsx';

/** A notice for browsers without JavaScript. */
export const NeedsScript = ({ what }: { what: string }) => (
  <div data-without-script className="hidden">
    <Banner tone="warning" title={`${what} needs JavaScript`}>
      Please switch it on in your browser and reload the page. Everything else here can be read without it.
    </Banner>
  </div>
);
