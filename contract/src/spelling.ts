/** More than any writing puts on a letter, which is the bound of Unicode's own stream-safe text (UAX #15). */
const PILED_UP = /(?<!\p{M})\p{M}{31}/u;

/**
 * A text as it is kept: a letter with a mark is one sign on one keyboard and two on another. To sort the marks of a letter
 * takes as long as the square of their number, for a body full of them seconds in which nobody else is answered: such a
 * pile stays as it came.
 */
export const spelled = (text: string): string => (PILED_UP.test(text) ? text : text.normalize());
