export interface ZoneColours {
  floor: string;
  /** Stands out from the floor, and carries text in `--on-fill`. */
  badge: string;
}

/** Ten zones that differ in hue; the numbers tell them apart for who does not see hues. */
const ZONES = 10;
const zoneOf = (number: number) => ((number - 1) % ZONES) + 1;

/** As styles take them. */
export function zoneColours(number: number): ZoneColours {
  const zone = zoneOf(number);
  return { floor: `var(--zone-${zone})`, badge: `var(--badge-${zone})` };
}

/** As a canvas takes them. */
export function zonePaint(number: number): ZoneColours {
  const zone = zoneOf(number);
  return { floor: paint(`zone-${zone}`), badge: paint(`badge-${zone}`) };
}

/** What a token of the theme is now, for what knows no `var()`. */
export function paint(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`);
}
