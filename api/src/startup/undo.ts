/** Collects an undo action for each step and runs them in reverse order. A failed action does not stop the others. */
export function undoInReverse() {
  const actions: (() => Promise<unknown>)[] = [];
  return {
    add: (action: () => Promise<unknown>) => void actions.push(action),
    async undo() {
      // Includes actions that are added during the undo, by a start that was stopped in the middle.
      for (let action = actions.pop(); action; action = actions.pop())
        await action().catch((error) => console.error(error));
    },
  };
}
