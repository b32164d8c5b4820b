/** JSON for a script block. `<` is escaped, because `</script>` in the data would end the block. */
export const jsonBlock = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
