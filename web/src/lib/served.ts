import { useState } from 'react';

let isServed = true;

/** Called once the document that the server sent has been taken over. */
export const endServed = (): void => {
  isServed = false;
};

/** Whether this was drawn as a part of that document, and not later. */
export const useServed = (): boolean => useState(() => isServed)[0];
