import { formatRupees, toRupees } from '@shop/contract/money';

export type FaceValue = { figure: string; unit: string };

const span = /(\d+) (Months?|Years?)\b/;
const count = /(\d+) (Days|Session|Orders|GB|Asset|Credit|PC|Devices?)\b/;
/** Units that a title has in the singular ('10 Session Voucher'). */
const plurals: Readonly<Record<string, string>> = { Session: 'Sessions', Asset: 'Assets', Credit: 'Credits' };

/** What is printed large: the sum, share or span that the title promises, else the price. */
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

/** The title without the sum that stands beside it anyway, in at most two lines. */
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

/** Up to two capitals that stand for the company. */
export const monogramOf = (company: string): string =>
  (company.match(/[A-Z]/g)?.slice(0, 2).join('') ?? company.charAt(0)).toUpperCase();
