/** Whether a dropped file matches an accept attribute; a picker applies that rule itself, a drop does not. */
export function isAccepted(file: File, accept: string): boolean {
  return accept.split(',').some((pattern) => {
    const wanted = pattern.trim();
    if (wanted.startsWith('.')) return file.name.toLowerCase().endsWith(wanted.toLowerCase());
    if (wanted.endsWith('/*')) return file.type.startsWith(wanted.slice(0, -1));
    return file.type === wanted;
  });
}
