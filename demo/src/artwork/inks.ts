/** The colours of one print run: background, paper, two inks and a pale tint for the pattern. */
export type Inks = { ground: string; groundLine: string; paper: string; tint: string; ink: string; second: string };

const runs = {
  bottle: {
    ground: '#CFE3D8',
    groundLine: '#B5D1C3',
    paper: '#F7FAF4',
    tint: '#A9CDBD',
    ink: '#0B5D4E',
    second: '#C4780A',
  },
  marigold: {
    ground: '#F5DEA9',
    groundLine: '#E8CA85',
    paper: '#FFFBF0',
    tint: '#E8C579',
    ink: '#7A4A06',
    second: '#0B5D4E',
  },
  brick: {
    ground: '#F0D0C2',
    groundLine: '#E2B8A5',
    paper: '#FFF8F4',
    tint: '#E5B5A0',
    ink: '#96351F',
    second: '#1F4E6B',
  },
  prussian: {
    ground: '#CBDCEA',
    groundLine: '#B0C8DB',
    paper: '#F5F9FC',
    tint: '#A5C2D9',
    ink: '#1B4570',
    second: '#B8501E',
  },
  lagoon: {
    ground: '#C5E0E0',
    groundLine: '#A8CDCD',
    paper: '#F3FAF9',
    tint: '#9ACACA',
    ink: '#0D5B66',
    second: '#B23A48',
  },
  carmine: {
    ground: '#F2CFD2',
    groundLine: '#E5B6BA',
    paper: '#FFF7F6',
    tint: '#E7AFB4',
    ink: '#97263B',
    second: '#0D5B66',
  },
  olive: {
    ground: '#E0E2BF',
    groundLine: '#CCD0A0',
    paper: '#FBFCF1',
    tint: '#C6CB93',
    ink: '#4E5A14',
    second: '#96351F',
  },
  sepia: {
    ground: '#E5D8C8',
    groundLine: '#D3C1AB',
    paper: '#FCF9F4',
    tint: '#CFB99E',
    ink: '#5A3D24',
    second: '#1B4570',
  },
  slate: {
    ground: '#D3DADD',
    groundLine: '#BDC8CD',
    paper: '#F8FAFA',
    tint: '#B2C0C7',
    ink: '#2C414D',
    second: '#C4780A',
  },
  vermilion: {
    ground: '#F7D5B5',
    groundLine: '#ECBF93',
    paper: '#FFF9F1',
    tint: '#EDB988',
    ink: '#A8420B',
    second: '#2C414D',
  },
  leaf: {
    ground: '#D2E2C0',
    groundLine: '#BBD1A4',
    paper: '#F9FCF3',
    tint: '#B2CD96',
    ink: '#2F6420',
    second: '#97263B',
  },
  cobalt: {
    ground: '#C4D8F0',
    groundLine: '#A9C4E4',
    paper: '#F4F8FE',
    tint: '#9DBDE4',
    ink: '#12499B',
    second: '#A8420B',
  },
} satisfies Record<string, Inks>;

type Run = keyof typeof runs;

/** Companies with a well-known brand colour get the most similar print run. */
const houseRuns: Readonly<Record<string, Run>> = {
  Amazon: 'marigold',
  Flipkart: 'cobalt',
  Myntra: 'carmine',
  BigBasket: 'leaf',
  Croma: 'lagoon',
  Nykaa: 'carmine',
  'Google Play': 'bottle',
  Steam: 'slate',
  Apple: 'slate',
  PlayStation: 'cobalt',
  Netflix: 'brick',
  Starbucks: 'bottle',
  Uber: 'slate',
  BookMyShow: 'brick',
  Zomato: 'carmine',
  Swiggy: 'vermilion',
  MakeMyTrip: 'prussian',
  "Domino's": 'prussian',
  Decathlon: 'cobalt',
  'cult.fit': 'sepia',
  Udemy: 'olive',
  Microsoft: 'lagoon',
  Adobe: 'brick',
  JetBrains: 'olive',
  Kaspersky: 'leaf',
  Norton: 'marigold',
  NordVPN: 'prussian',
  Spotify: 'leaf',
  YouTube: 'brick',
  JioHotstar: 'prussian',
  Canva: 'lagoon',
  Audible: 'vermilion',
  Jio: 'cobalt',
  Airtel: 'carmine',
  Coursera: 'prussian',
};

const runNames = Object.keys(runs) as Run[];

const runByName = (company: string): Run => {
  let sum = 0;
  for (const character of company) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return runNames[sum % runNames.length] ?? 'bottle';
};

/** All products of a company share one print run, so that they look related. */
export const inksOf = (company: string): Inks => runs[houseRuns[company] ?? runByName(company)];

const mix = (from: string, to: string, share: number): string => {
  const channel = (colour: string, index: number) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);
  const mixed = [0, 1, 2].map((index) => Math.round(channel(from, index) * (1 - share) + channel(to, index) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

/** The same inks printed light on dark. */
export const reversed = (inks: Inks): Inks => ({
  ...inks,
  paper: inks.ink,
  ink: inks.paper,
  second: mix(inks.tint, inks.paper, 0.25),
  tint: mix(inks.ink, inks.paper, 0.16),
});
