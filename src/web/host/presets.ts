import type { RoomOptions } from '../../protocol/room-options.js';

/** What a game is played by, as the host chooses it (R6.4, R6.7, R7.5). */
export type GameStyle = Pick<RoomOptions, 'gameMode' | 'scoring' | 'crowd' | 'lives'>;

/** Takes what a field of a form has changed. */
export type ChangeOptions = (changed: Partial<RoomOptions>) => void;

export type Preset = 'party' | 'contest' | 'RANKING' | 'SURVIVAL';

/** One card for what would be four switches. */
export const PRESETS: Readonly<Record<Preset, GameStyle>> = {
  party: { gameMode: 'RANKING', scoring: 'early', crowd: 'visible', lives: 1 },
  contest: { gameMode: 'RANKING', scoring: 'early', crowd: 'blind', lives: 1 },
  RANKING: { gameMode: 'RANKING', scoring: 'shared', crowd: 'visible', lives: 1 },
  SURVIVAL: { gameMode: 'SURVIVAL', scoring: 'flat', crowd: 'visible', lives: 1 },
};

/** The preset that a style is; undefined for one that the host has put together. */
export function presetOf(style: GameStyle): Preset | undefined {
  const keys = Object.keys(PRESETS) as Preset[];
  return keys.find((key) => {
    const { gameMode, scoring, crowd, lives } = PRESETS[key];
    return (
      style.gameMode === gameMode &&
      style.scoring === scoring &&
      style.crowd === crowd &&
      style.lives === lives
    );
  });
}
