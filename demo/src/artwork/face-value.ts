import { formatRupees, toRupees } from '@shop/contract/money';

export type FaceValue = { figure: string; unit: string };

const span = /(\d+) (Months?|Years?)\b/;
const count = /(\d+) (Days|Session|Orders|GB|Asset|Credit|PC|Devices?)\b/;
/** Plurals of units that titles write in the singular ('10 Session Voucher'). */
const plurals: Readonly<Record<string, string>> = { Session: 'Sessions', Asset: 'Assets', Credit: 'Credits' };

/** The text that is printed large: the amount, percentage or duration in the title, or the price. */
export const faceValueOf = ({ title, pricePaise }: { title: string; pricePaise: number }): FaceValue => {
  const sum = title.match(/₹[\d,]+/)?.[0] ?? title.match(/\d+%/)?.[0];
  if (sum) return { figure: sum, unit: '' };
  const pair = title.match(/Buy (\d) Get (\d)/);
  if (pair) return { figure: `${pair[1]}+${pair[2]}`, unit: '' };
  const counted = title.match(span) ?? title.match(count);
  if (counted) {
    const [, figure = '', unit = ''] = counted;
    return { figure, unit: plurals[unit] ?? unit };
  }
  return { figure: formatRupees(toRupees(pricePaise)), unit: '' };
};

/** The title in at most two lines, without the amount that is printed large. */
export const captionLines = (title: string, charactersPerLine: number): string[] => {
  const words = (title.split(', ')[0] ?? title)
    .replace(/₹[\d,]+/, '')
    .trim()
    .split(/\s+/);
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const joined = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || (joined.length > charactersPerLine && lines.length < 2)) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
};

/** One or two capital letters of the company's name. */
export const monogramOf = (company: string): string =>
  (company.match(/[A-Z]/g)?.slice(0, 2).join('') ?? company.charAt(0)).toUpperCase();
