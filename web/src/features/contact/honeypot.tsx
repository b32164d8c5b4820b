import type { ComponentProps } from 'react';

/** A field no person sees or reaches; bots fill it, and the server drops what they sent. */
export const Honeypot = (input: ComponentProps<'input'>) => (
  <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
    <label>
      Website
      <input {...input} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
