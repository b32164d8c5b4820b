const ZONE = 'Asia/Kolkata';
const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: ZONE } as const;
const dayFormat = new Intl.DateTimeFormat('en-GB', day);
const timeFormat = new Intl.DateTimeFormat('en-GB', { ...day, hour: '2-digit', minute: '2-digit' });

// Some ICU versions write 'Sept', others 'Sep'.
const shortMonths = (text: string) => text.replace('Sept', 'Sep');

/** The format of the web app: 15 Nov 2026 */
export const mailDay = (date: Date): string => shortMonths(dayFormat.format(date));
/** The format of the web app: 15 Nov 2026, 14:05 */
export const mailTime = (date: Date): string => shortMonths(timeFormat.format(date));
