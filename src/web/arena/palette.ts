export interface ZoneColours {
  floor: string;
  /** Dark enough for white text. */
  badge: string;
}

/** Ten zones that differ in hue; the numbers tell them apart for who does not see hues. */
const ZONES: readonly ZoneColours[] = [
  { floor: '#bfd3ee', badge: '#24478f' },
  { floor: '#f9c7b0', badge: '#b03712' },
  { floor: '#bfe0c4', badge: '#17653f' },
  { floor: '#f8e09a', badge: '#7a5a00' },
  { floor: '#d9caef', badge: '#5b3a9a' },
  { floor: '#b7e0de', badge: '#0f6264' },
  { floor: '#f6c6d8', badge: '#a02459' },
  { floor: '#dfe3ab', badge: '#5b6312' },
  { floor: '#c6e4f3', badge: '#0e5d86' },
  { floor: '#e8cfb3', badge: '#7b4a1c' },
];

export function zoneColours(number: number): ZoneColours {
  return ZONES[(number - 1) % ZONES.length] ?? { floor: '#ead9b5', badge: '#2a1f17' };
}
