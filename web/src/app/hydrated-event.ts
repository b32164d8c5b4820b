/** The DOM event that the application sends to the boot script after hydration. */
export type HydratedEvent = 'shop:alive';
