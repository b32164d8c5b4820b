/** Asks the user for a password or second factor again; false if they cancel. Pages that need it replace `ask`. */
export const reauthentication = { ask: async (): Promise<boolean> => false };
