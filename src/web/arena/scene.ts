import type { Member } from '../room/roster.svelte.js';
import type { Rect } from './field.js';
import type { FloorLook } from './floor.js';
import type { Look, SpriteSize } from './sprites.js';
import type { Tracks } from '../room/tracks.js';
import type { Point } from '../room/zones.js';

/** How large avatars are, and where they are drawn. */
interface Placing {
  /** Device pixels for each CSS pixel. */
  scale: number;
  spriteSize: SpriteSize;
  /** The middle of an avatar in CSS pixels. */
  place: (at: Point, radius?: number, above?: number) => Point;
}

/** Draws something above the avatars of a frame, as emotes; answers whether the next frame differs even if nothing happens. */
export interface OverheadDrawing {
  draw(
    context: CanvasRenderingContext2D,
    arena: Placing,
    crowd: readonly Pick<Standing, 'member' | 'x' | 'y' | 'lift'>[],
    scene: Pick<ArenaScene, 'selfId' | 'selfAt' | 'hop'>,
    now: number,
  ): boolean;
}

/** Draws the floor and the crowd in another light, and tells whether the next frame differs. */
export interface ArenaShow {
  readonly isOn: boolean;
  readonly beat: unknown;
  begin: () => void;
  /** Where somebody is seen who stands at `at`; undefined for who is not. */
  placeOf: (member: Member, at: Point) => Point | undefined;
  lookOf: (member: Member) => Look | undefined;
  draw: (stage: ShowStage) => boolean;
}

/** What a show draws on, in CSS pixels. */
export interface ShowStage {
  context: CanvasRenderingContext2D;
  field: Rect;
  width: number;
  height: number;
  disc: number;
  crowd: readonly Standing[];
  /** `index` in the crowd, its middle at `x`, `y`, and what part of its size it has. */
  drawAvatar: (index: number, x: number, y: number, part: number) => void;
  /** In a big room: draws all who are no avatars, each with the part of their size that `sizeOf` tells. */
  drawDots: (sizeOf: (at: Point) => number) => void;
}

export interface ArenaScene {
  members: ReadonlyMap<string, Member>;
  tracks: Tracks;
  /** Drawn elsewhere, above everything. */
  selfId: string | null;
  /** Where that is, and whether it walks; undefined for a spectator. */
  selfAt: (Point & { readonly moving: boolean }) | undefined;
  /** Ghosts see each other walk; the living see stones. */
  seenByGhost: boolean;
  showNames: boolean;
  /** Whether nobody but oneself is drawn: the others are not where their last places are (R7.5). */
  isUnseen: boolean;
  /** Avatars hop while they walk. */
  hop: boolean;
  floor: FloorLook;
  /** Emotes, and what those near say. */
  overhead: OverheadDrawing | undefined;
  show?: ArenaShow | undefined;
  /** In a room in which not everybody can be an avatar. */
  crowd?: CrowdDrawing | undefined;
}

/** Somebody as they are drawn. */
export interface Standing {
  member: Member;
  look: Look;
  /** Where it stands, as the server counts it. */
  at: Point;
  /** Centre in CSS pixels. */
  x: number;
  y: number;
  isGliding: boolean;
  lift: number;
  /** What part of its size it has. */
  part: number;
}

export interface DrawnFrame {
  /** How many avatars there are. */
  avatars: number;
  /** The next frame differs even if nothing happens: somebody glides, an emote rises, or a picture is still to be painted. */
  isMoving: boolean;
}

/** What dots are stamped on. */
export interface Ground {
  /** The floor in device pixels, and what tells it from others. */
  canvas: HTMLCanvasElement;
  floorKey: string;
  /** What people walk on, in CSS pixels. */
  field: Rect;
  /** Device pixels for each CSS pixel. */
  scale: number;
}

/** Around whom a player sees avatars. */
export interface StandingAround {
  /** Undefined for a spectator. */
  self: Pick<Standing, 'at' | 'x' | 'y' | 'isGliding'> | undefined;
  /** Diameter of an avatar in CSS pixels. */
  disc: number;
}

/** Draws a room in which not everybody can be an avatar: it tells who is one, and has dots for all others. */
export interface CrowdDrawing {
  /** Who may be an avatar. */
  candidates: (members: ReadonlyMap<string, Member>) => Iterable<Member>;
  /** Where somebody is; undefined where `Tracks` tell it. */
  walkOf: (slot: number, now: number) => { at: Point; isGliding: boolean } | undefined;
  /** Who of the candidates is an avatar, and how large. */
  avatars: (standings: readonly Standing[], around: StandingAround, now: number) => Standing[];
  /** Draws the floor and the dots; answers whether the next frame differs even if nothing happens. */
  draw: (context: CanvasRenderingContext2D, ground: Ground, now: number) => boolean;
  /** Draws the dots on what a show has drawn; missing where there is no show. */
  drawOver?: (
    context: CanvasRenderingContext2D,
    ground: Ground,
    sizeOf: (at: Point) => number,
    now: number,
  ) => void;
}
