/** Teams (R13). A team is known by its index, which its colour and shape follow from as well. */

/** The figure of a team so far; teams for whose members no question has counted are left out. */
export interface TeamFigure {
  team: number;
  /** Points for each question, to two decimals. It decides no rank. */
  figure: number;
  /** From 1; ties share a rank. */
  rank: number;
}

/** Of a game that has ended, with the name that the team had in it. */
export interface TeamResult extends TeamFigure {
  name: string;
}

export interface PlayerTeam {
  playerId: string;
  team: number;
}

/** A line of the host's list. */
export interface TeamEntry {
  playerName: string;
  team: number;
}
