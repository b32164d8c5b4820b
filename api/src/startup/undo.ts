/** Remembers how to take back each step, and takes them back last first; one failure does not stop the others. */
export function undoInReverse() {
  const actions: (() => Promise<unknown>)[] = [];
  return {
    add: (action: () => Promise<unknown>) => void actions.push(action),
    async undo() {
      for (const action of actions.splice(0).reverse()) await action().catch((error) => console.error(error));
    },
  };
}
