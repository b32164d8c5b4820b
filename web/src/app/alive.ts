/** The event by which the application tells the boot script that it answers from now on. */
export type Alive = 'shop:alive';
