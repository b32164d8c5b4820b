import type { ComponentProps } from 'react';

/** A hidden field that people cannot reach. Bots fill it in, and the server drops their messages. */
export const Honeypot = (input: ComponentProps<'input'>) => (
  <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
    <label>
      Website
      <input {...input} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
