import type { Member } from '../lib/roster.svelte.js';
import { CellAtlas, type Cell } from './cell-atlas.js';
import { paintFloor, type FloorLook } from './floor.js';
import { nameMode, neighbours, shownTags, type Box } from './names.js';
import { ownDisc } from './own-avatar.js';
import {
  avatarBox,
  nameHeight,
  nameWidth,
  paintAvatar,
  paintName,
  SPRITE_SIZES,
  type Look,
  type SpriteSize,
} from './sprites.js';
import type { Tracks } from './tracks.js';
import type { Point } from './zones.js';

/** More device pixels than this cost frames and show nothing. */
const MAX_SCALE = 2;
/** Time for painting pictures in a frame; the rest of a hall that joined at once follows in the next frames. */
const PAINT_MS = 4;

export interface ArenaScene {
  members: ReadonlyMap<string, Member>;
  tracks: Tracks;
  /** Drawn elsewhere, above everything. */
  selfId: string | null;
  /** Where that is; undefined for a spectator. */
  selfAt: Point | undefined;
  /** Ghosts see each other walk; the living see stones. */
  seenByGhost: boolean;
  showNames: boolean;
  /** Avatars hop while they walk. */
  hop: boolean;
  floor: FloorLook;
}

interface Standing {
  member: Member;
  look: Look;
  /** Centre in CSS pixels. */
  x: number;
  y: number;
  isGliding: boolean;
  lift: number;
}

export interface DrawnFrame {
  /** How many avatars there are. */
  avatars: number;
  /** The next frame differs even if nothing happens: somebody glides, or a picture is still to be painted. */
  isMoving: boolean;
}

/** Draws everybody but oneself: the floor as one bitmap, then avatars from the back to the front, then names. */
export class ArenaCanvas {
  readonly #context: CanvasRenderingContext2D;
  readonly #floor = document.createElement('canvas');
  #floorKey = '';
  #width = 0;
  #height = 0;
  #scale = 1;
  #size: SpriteSize = SPRITE_SIZES.large;
  #avatars: CellAtlas | undefined;
  #names: CellAtlas | undefined;
  #crowd: Standing[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly forScreen: boolean,
  ) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser has no 2D canvas');
    this.#context = context;
  }

  /** Size of the arena in CSS pixels; cheap when nothing changed. */
  resize(width: number, height: number, devicePixelRatio: number): void {
    const scale = Math.min(MAX_SCALE, Math.max(1, devicePixelRatio));
    if (width === this.#width && height === this.#height && scale === this.#scale) return;
    this.#width = width;
    this.#height = height;
    if (scale !== this.#scale) this.#avatars = this.#names = undefined;
    this.#scale = scale;
    this.canvas.width = this.#floor.width = Math.max(1, Math.round(width * scale));
    this.canvas.height = this.#floor.height = Math.max(1, Math.round(height * scale));
    this.#floorKey = '';
  }

  get spriteSize(): SpriteSize {
    return this.#size;
  }

  /** Where somebody is drawn, in CSS pixels: a whole avatar stays inside the walls, which moves nobody over a zone's edge. */
  place({ x, y }: Point, radius = this.#size.disc / 2, above = 0): Point {
    // Half of the smallest zone: five rows of two.
    const inside = (value: number, size: number, before: number, after: number, most: number) =>
      Math.min(Math.max(value * size, Math.min(before, most)), size - Math.min(after, most));
    return {
      x: inside(x, this.#width, radius, radius, this.#width / 4),
      y: inside(y, this.#height, radius + above, radius, this.#height / 10),
    };
  }

  draw(scene: ArenaScene, now: number): DrawnFrame {
    if (this.#width === 0 || this.#height === 0) return { avatars: 0, isMoving: false };
    this.#chooseSize(scene.members.size);
    this.#refreshFloor(scene.floor);
    this.#context.drawImage(this.#floor, 0, 0);
    this.#gather(scene, now);
    this.#drawAvatars();
    if (scene.showNames) this.#drawNames(scene.selfAt);
    const isPainted = !this.#avatars?.isBehind && !(scene.showNames && this.#names?.isBehind);
    return {
      avatars: this.#crowd.length,
      isMoving: !isPainted || this.#crowd.some(({ isGliding }) => isGliding),
    };
  }

  /** The more people share a floor, the smaller they are; with a margin, so that one more or less changes nothing. */
  #chooseSize(people: number): void {
    const room = (this.#width * this.#height) / Math.max(1, people);
    const current = this.#size.disc;
    const fits = (size: SpriteSize, area: number) =>
      room >= area * (current === size.disc ? 0.85 : 1);
    let size: SpriteSize = SPRITE_SIZES.small;
    if (fits(SPRITE_SIZES.medium, 1_700)) size = SPRITE_SIZES.medium;
    if (fits(SPRITE_SIZES.large, 4_200)) size = SPRITE_SIZES.large;
    if (this.forScreen && fits(SPRITE_SIZES.huge, 5_000)) size = SPRITE_SIZES.huge;
    if (size === this.#size && this.#avatars) return;
    this.#size = size;
    this.#avatars = undefined;
    this.#names = undefined;
  }

  #refreshFloor(look: FloorLook): void {
    const key = `${look.choices}:${look.rights?.join() ?? ''}`;
    if (key === this.#floorKey) return;
    this.#floorKey = key;
    const context = this.#floor.getContext('2d', { alpha: false });
    if (!context) return;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    paintFloor(context, this.#width, this.#height, look);
  }

  #gather(scene: ArenaScene, now: number): void {
    const crowd: Standing[] = [];
    for (const member of scene.members.values()) {
      if (member.id === scene.selfId) continue;
      const at = scene.tracks.at(member.id, now);
      if (!at) continue;
      const look: Look = member.isAlive ? 'living' : scene.seenByGhost ? 'ghost' : 'fallen';
      const isGliding = scene.tracks.isGliding(member.id, now);
      const hop = Math.abs(Math.sin(now / 85 + member.slot)) * this.#size.disc * 0.14;
      const lift = isGliding && scene.hop ? hop : 0;
      crowd.push({ member, look, ...this.place(at), isGliding, lift });
    }
    // From the back to the front, and the fallen under everybody's feet.
    crowd.sort((a, b) => Number(b.look === 'fallen') - Number(a.look === 'fallen') || a.y - b.y);
    this.#crowd = crowd;
  }

  #drawAvatars(): void {
    const size = this.#size;
    const box = avatarBox(size);
    const atlas = (this.#avatars ??= new CellAtlas(box, box, this.#scale));
    atlas.allow(PAINT_MS);
    this.#prune(atlas);
    // All painting comes before all copying, for the reason that the atlas gives.
    const cells = this.#crowd.map(({ member, look }) => {
      const key = `${look}${member.slot}${member.isHost ? 'h' : ''}${member.connected ? '' : 'z'}`;
      return atlas.cell(member.id, key, (context) =>
        paintAvatar(context, member, { size, look, own: false }),
      );
    });
    this.#crowd.forEach(({ x, y, lift }, index) => {
      const cell = cells[index];
      if (cell) this.#blit(cell, atlas, x - box / 2, y - box / 2 - lift);
    });
  }

  #drawNames(selfAt: Point | undefined): void {
    const size = this.#size;
    const box = { width: nameWidth(size), height: nameHeight(size) };
    const atlas = (this.#names ??= new CellAtlas(box.width, box.height, this.#scale));
    atlas.allow(PAINT_MS);
    this.#prune(atlas);
    let named = this.#crowd.filter(({ look }) => look !== 'fallen');
    const mode = nameMode(named.length, this.#width * this.#height, !selfAt);
    const self = selfAt && this.place(selfAt);
    // Around oneself the nearest come first; on the projector an order that never changes, so
    // that names do not flicker.
    if (self) named = neighbours(self, named, mode);
    else named.sort((a, b) => a.member.slot - b.member.slot);
    const tags = named.flatMap((standing) => this.#nameTag(standing, atlas) ?? []);
    for (const { cell, x, y } of shownTags(tags, self ? this.#ownBoxes(self) : [], mode))
      this.#blit(cell, atlas, x - box.width / 2, y - box.height / 2);
  }

  /** What the own avatar and its name cover. */
  #ownBoxes({ x, y }: Point): Box[] {
    const side = ownDisc(this.#size);
    const height = nameHeight(this.#size);
    return [
      { x, y, width: side, height: side },
      { x, y: y + side * 0.52 + height / 2, width: nameWidth(this.#size), height },
    ];
  }

  #nameTag({ member, look, x, y }: Standing, atlas: CellAtlas): (Box & { cell: Cell }) | undefined {
    const size = this.#size;
    const faint = look === 'ghost' || !member.connected;
    const cell = atlas.cell(member.id, `${faint ? 'f' : ''}${member.name}`, (context) =>
      paintName(context, member.name, { size, faint }),
    );
    if (!cell) return undefined;
    const height = nameHeight(size);
    // Near the walls a name slides inwards, so that it can be read.
    const half = cell.used / 2;
    const middle = Math.min(this.#width - half, Math.max(half, x));
    const away = size.disc * 0.56 + height / 2;
    const fits = y + away + height / 2 <= this.#height;
    return { cell, x: middle, y: fits ? y + away : y - away, width: cell.used, height };
  }

  /** Whole device pixels: in between, every copy would have to be filtered. */
  #blit(cell: Cell, { widthPx, heightPx }: CellAtlas, x: number, y: number): void {
    const left = Math.round(x * this.#scale);
    const top = Math.round(y * this.#scale);
    const { page } = cell;
    // prettier-ignore
    this.#context.drawImage(page, cell.x, cell.y, widthPx, heightPx, left, top, widthPx, heightPx);
  }

  #prune(atlas: CellAtlas): void {
    if (atlas.size <= this.#crowd.length + 20) return;
    atlas.keepOnly(new Map(this.#crowd.map(({ member }) => [member.id, member])));
  }
}
