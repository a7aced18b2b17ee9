/** How a team looks, by its index: a colour, and a shape for who cannot tell the colours apart (R13.1). */
export interface TeamLook {
  ground: string;
  /** Of what stands on the ground. */
  ink: string;
  mark: string;
}

const LIGHT = '#ffffff';

const TEAM_LOOKS: readonly TeamLook[] = [
  { ground: '#b3261e', ink: LIGHT, mark: '●' },
  { ground: '#1f5fbf', ink: LIGHT, mark: '■' },
  { ground: '#f2c14e', ink: '#2a1f17', mark: '▲' },
  { ground: '#17653f', ink: LIGHT, mark: '◆' },
  { ground: '#6a35a8', ink: LIGHT, mark: '★' },
  { ground: '#f4a9c8', ink: '#2a1f17', mark: '✚' },
  { ground: '#0b5f66', ink: LIGHT, mark: '▼' },
  { ground: '#4a4a4a', ink: LIGHT, mark: '✖' },
];

export function teamLook(team: number): TeamLook {
  return TEAM_LOOKS[team % TEAM_LOOKS.length] as TeamLook;
}
