/** Remembers how to take back each step, and takes them back last first; one failure does not stop the others. */
export function undoInReverse() {
  const actions: (() => Promise<unknown>)[] = [];
  return {
    add: (action: () => Promise<unknown>) => void actions.push(action),
    async undo() {
      // Also what is added meanwhile, by a start that is stopped in the middle.
      for (let action = actions.pop(); action; action = actions.pop())
        await action().catch((error) => console.error(error));
    },
  };
}
