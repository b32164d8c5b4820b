/** More marks than any script puts on a letter: the bound of Unicode's stream-safe text (UAX #15). */
const PILED_UP = /(?<!\p{M})\p{M}{31}/u;

/**
 * Normalises text to NFC, because keyboards write a letter with a mark as one or two code points. Sorting the marks of one letter
 * takes quadratic time and would block the event loop for seconds, so text with too many marks stays as it is.
 */
export const spelled = (text: string): string => (PILED_UP.test(text) ? text : text.normalize());
